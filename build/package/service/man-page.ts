import path from 'node:path';
import type { Command, Option } from 'commander';
import { serviceProgram } from '#service/cli/program.ts';
import type { BuildLabel } from '../build-label.ts';
import { fillTemplate } from '../fill-template.ts';
import { serviceProduct } from '../product.ts';

const { id, name, summary } = serviceProduct;

/** Escapes plain text for troff, so that it contains no command and users can copy its hyphens. */
const plain = (text: string): string =>
  text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll(/^([.'])/gm, '\\&$1');

const sentence = (text: string): string => {
  const clause = text.charAt(0).toUpperCase() + text.slice(1);
  return clause.endsWith('.') ? clause : `${clause}.`;
};

const entry = (term: string, text: string): string => `.TP\n\\fB${plain(term)}\\fR\n${plain(sentence(text))}`;

const optionEntry = ({ flags, description, defaultValue, defaultValueDescription, argChoices }: Option): string => {
  const usual = defaultValueDescription ?? (defaultValue === undefined ? undefined : String(defaultValue));
  const more = [
    argChoices && `one of ${argChoices.join(', ')}`,
    usual === undefined || usual === 'false' ? undefined : `default: ${usual}`,
  ].filter((part) => part !== undefined);
  return entry(flags, more.length === 0 ? description : `${description} (${more.join('; ')})`);
};

/** Returns the executable commands with their full names. */
const commandsOf = (command: Command, before = ''): { words: string; command: Command }[] =>
  command.commands.flatMap((one) => {
    const words = `${before}${one.name()}`;
    return one.commands.length > 0 ? commandsOf(one, `${words} `) : [{ words, command: one }];
  });

const commandPart = ({ words, command }: { words: string; command: Command }): string => {
  const parameters = command.registeredArguments.map((argument) => ` <${argument.name()}>`).join('');
  return [`.SS ${plain(words + parameters)}`, plain(command.description()), ...command.options.map(optionEntry)].join(
    '\n',
  );
};

/** Returns the manual page for section 8. Reads the flags and commands from the program itself. */
export function manPage({ version }: BuildLabel, sourceDate: number): string {
  const program = serviceProgram();
  return fillTemplate(path.join(import.meta.dirname, 'man-page.8'), {
    id: plain(id),
    name,
    summary: plain(summary),
    version,
    date: new Date(sourceDate * 1000).toISOString().slice(0, 10),
    options: program.options.map(optionEntry).join('\n'),
    commands: commandsOf(program).map(commandPart).join('\n'),
  });
}
