import type { Command, CommanderError } from 'commander';
import { visibleText } from '#shared/visible-text.ts';
import { isDatabaseAddress } from '../open-store.ts';
import { UserError } from '#shared/user-error.ts';
import type { PeopleStore } from '../store/people/create-people-store.ts';

const refusedExitCode = 2;

export const refuseStart = (sentence: string, exitCode = refusedExitCode): void => {
  process.stderr.write(`${visibleText(sentence)}\n`);
  process.exitCode = exitCode;
};

/** Refuses a new organization whose name differs from an existing one only in case or spaces. */
export const refuseSecondOrganization = async (
  people: Pick<PeopleStore, 'findSimilarOrganization'>,
  name: string | undefined,
): Promise<void> => {
  const similarName = name === undefined ? undefined : await people.findSimilarOrganization(name);
  if (similarName === undefined) return;
  const names = [similarName, name].map((one) => JSON.stringify(one));
  throw new UserError(`The organization ${names[0]} already exists. Use this exact name, not ${names[1]}.`);
};

const escapeText = (text: string): string => JSON.stringify(text).slice(1, -1);

/** URLs may contain a password, so messages don't repeat them. */
export const canContainPassword = (word: string): boolean => word.includes('@') || isDatabaseAddress(word);

const rejectedValueEnding = (value: string): string =>
  canContainPassword(value) || value.length > 100 ? '.' : `, not ${JSON.stringify(value)}.`;

const alternatives = (names: readonly string[]): string => names.join(', ').replace(/, ([^,]*)$/, ' or $1');

export const pathOf = (command: Command): string =>
  command.parent === null ? '' : `${pathOf(command.parent)} ${command.name()}`.trim();

const helpOf = (command: Command): string => `${pathOf(command)} --help`.trim();

export const commandsBelow = ({ commands }: Command): Command[] =>
  commands.flatMap((one) => (one.commands.length > 0 ? commandsBelow(one) : [one]));

type Sentence = (command: Command, message: string) => string;

const wrongValuePattern =
  /^error: (?:option '(--[^']*)' argument|command-argument value) '(.*)' is invalid(?: for argument '([^']*)')?\. (.*)$/s;

const wrongValue: Sentence = (_command, message) => {
  const [, flags, value = '', argument = '', reason = ''] = wrongValuePattern.exec(message) ?? [];
  const flag = flags?.split(' ', 1)[0] ?? `<${argument}>`;
  if (flags !== undefined && value.startsWith('--')) return `${flag} needs a value. Use ${flags}.`;
  const [, range] = /^It must be (.*)\.$/.exec(reason) ?? [];
  const [, choices] = /^Allowed choices are (.*)\.$/.exec(reason) ?? [];
  const expectedText = range ?? (choices === undefined ? undefined : alternatives(choices.split(', ')));
  return expectedText === undefined
    ? `${flag} is invalid: ${reason}`
    : `${flag} must be ${expectedText}${rejectedValueEnding(value)}`;
};

const unknownFlag: Sentence = (command, message) => {
  const [, flag = '', value] = /unknown option '([^'=]*)(=.*)?'/s.exec(message) ?? [];
  if (value !== undefined && command.options.some(({ long }) => long === flag)) {
    return `${flag} doesn't take a value.`;
  }
  const [, suggestion] = /\(Did you mean (--[\w-]+)\?\)/.exec(message) ?? [];
  const ofCommand = pathOf(command) === '' ? '' : ` of ${pathOf(command)}`;
  return `Unknown flag ${escapeText(flag)}${ofCommand}. ${suggestion === undefined ? 'See' : `Use ${suggestion}, or see`} ${helpOf(command)}.`;
};

const unknownCommand: Sentence = (command) => {
  const isProgram = pathOf(command) === '';
  const subcommandsText = alternatives((isProgram ? command.commands : commandsBelow(command)).map(pathOf));
  const word = command.args[0] ?? '';
  if (isDatabaseAddress(word)) {
    return "A database URL isn't a command. Write the URL to a file and use --database-url-file.";
  }
  const canShowWord = !canContainPassword(word) && !word.includes('://');
  const name = canShowWord ? ` ${escapeText(`${pathOf(command)} ${word}`.trim())}` : '';
  const insteadText = isProgram
    ? `To start the service, use only flags. Otherwise, use ${subcommandsText}; see --help`
    : `Use ${subcommandsText}`;
  return `Unknown command${name}. ${insteadText}.`;
};

const tooManyArguments: Sentence = (command, message) => {
  if (command.commands.length > 0) return unknownCommand(command, message);
  const [firstArgument] = command.registeredArguments;
  return firstArgument === undefined
    ? `${pathOf(command)} takes only flags${rejectedValueEnding(command.args[0] ?? '')}`
    : `${pathOf(command)} takes one <${firstArgument.name()}>, not ${command.args.length}.`;
};

const quotedPart = (message: string): string => /'([^']*)'/.exec(message)?.[1] ?? '';

const sentences: Readonly<Record<string, Sentence>> = {
  'commander.invalidArgument': wrongValue,
  'commander.unknownOption': unknownFlag,
  'commander.unknownCommand': unknownCommand,
  'commander.excessArguments': tooManyArguments,
  'commander.help': (command) =>
    `${pathOf(command)} needs a command: ${alternatives(commandsBelow(command).map(pathOf))}.`,
  'commander.missingMandatoryOptionValue': (command, message) => `${pathOf(command)} needs ${quotedPart(message)}.`,
  'commander.missingArgument': (command, message) =>
    `${pathOf(command)} needs <${quotedPart(message)}>; see ${helpOf(command)}.`,
  'commander.optionMissingArgument': (_command, message) => {
    const flags = quotedPart(message);
    return `${flags.split(' ', 1)[0]} needs a value. Use ${flags}.`;
  },
};

const sentenceOf = (command: Command, { code, message }: CommanderError): string =>
  sentences[code]?.(command, message) ?? message.replace(/^error: /, '').replaceAll(/\s+/g, ' ');

const repeatableFlags = new Set(['trust-proxy']);

/** Refuses a repeated flag, because the intended value is unclear. */
const refuseRepeats = (command: Command): void => {
  for (const option of command.options.filter((one) => !repeatableFlags.has(one.name()))) {
    let count = 0;
    command.on(`option:${option.name()}`, () => {
      count += 1;
      if (count > 1) command.error(`${option.long ?? option.name()} appears twice. Use it once.`);
    });
  }
};

export const refuseInOneSentence = (command: Command, refuse: (sentence: string) => void): void => {
  refuseRepeats(command);
  command.configureOutput({ writeErr: () => {}, outputError: () => {} }).exitOverride((error) => {
    if (error.exitCode !== 0) refuse(sentenceOf(command, error));
    throw error;
  });
  for (const below of command.commands) refuseInOneSentence(below, refuse);
};
