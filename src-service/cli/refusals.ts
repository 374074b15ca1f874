import type { Command, CommanderError } from 'commander';
import { visibleText } from '#shared/visible-text.ts';
import { isDatabaseAddress } from '../open-store.ts';
import type { PeopleStore } from '../store/people-store.ts';

/** Exit code of everything that is refused with one sentence: wrong flags, a port in use, an unusable folder. */
const refusedExitCode = 2;

export const refuseStart = (sentence: string): void => {
  process.stderr.write(`${visibleText(sentence)}\n`);
  process.exitCode = refusedExitCode;
};

/** Why no organization is made beside one that people take for the same; undefined where one may be. */
export const refuseSecondOrganization = async (
  people: Pick<PeopleStore, 'similarOrganization'>,
  name: string | undefined,
): Promise<string | undefined> => {
  const known = name === undefined ? undefined : await people.similarOrganization(name);
  if (known === undefined) return undefined;
  return `There is an organization ${JSON.stringify(known)} already; write its name as it is, not ${JSON.stringify(name)}.`;
};

/** Text of a person for a sentence: control characters are written as text. */
const plain = (text: string): string => JSON.stringify(text).slice(1, -1);

/** Whether a password may stand in a word, as it does in addresses: such a word is not repeated. */
export const mayHoldPassword = (word: string): boolean => word.includes('@') || isDatabaseAddress(word);

/** The value that was refused; one that may hold a password, or is long, is not repeated. */
const notThis = (value: string): string =>
  mayHoldPassword(value) || value.length > 100 ? '.' : `, not ${JSON.stringify(value)}.`;

const alternatives = (names: readonly string[]): string => names.join(', ').replace(/, ([^,]*)$/, ' or $1');

const pathOf = (command: Command): string =>
  command.parent === null ? '' : `${pathOf(command.parent)} ${command.name()}`.trim();

const helpOf = (command: Command): string => `${pathOf(command)} --help`.trim();

const commandsBelow = (command: Command): string[] =>
  command.commands.flatMap((one) => (one.commands.length > 0 ? commandsBelow(one) : [pathOf(one)]));

type Sentence = (command: Command, message: string) => string;

const wrongArgument = (message: string): string | undefined => {
  const [, value = '', name, wanted] =
    /^error: command-argument value '(.*)' is invalid for argument '([^']*)'\. It must be (.*)$/s.exec(message) ?? [];
  return name && `<${name}> must be ${wanted?.replace(/\.$/, '')}${notThis(value)}`;
};

const wrongValue: Sentence = (_command, message) => {
  const argument = wrongArgument(message);
  if (argument !== undefined) return argument;
  const [, flags = '', value = '', reason = ''] =
    /^error: option '(--[^']*)' argument '(.*)' is invalid\. (.*)$/s.exec(message) ?? [];
  const [flag = ''] = flags.split(' ', 1);
  if (value.startsWith('--')) return `${flag} needs a value: write ${flags}.`;
  const [, range] = /^It must be (.*)\.$/.exec(reason) ?? [];
  const [, choices] = /^Allowed choices are (.*)\.$/.exec(reason) ?? [];
  const wanted = range ?? (choices === undefined ? undefined : alternatives(choices.split(', ')));
  return wanted === undefined ? `${flag} is not right: ${reason}` : `${flag} must be ${wanted}${notThis(value)}`;
};

const unknownFlag: Sentence = (command, message) => {
  const [, flag = '', value] = /unknown option '([^'=]*)(=.*)?'/s.exec(message) ?? [];
  if (value !== undefined && command.options.some(({ long }) => long === flag)) {
    return `${flag} takes no value; write it alone.`;
  }
  const [, meant] = /\(Did you mean (--[\w-]+)\?\)/.exec(message) ?? [];
  const where = pathOf(command) === '' ? '' : ` of ${pathOf(command)}`;
  return `There is no flag ${plain(flag)}${where}; ${meant === undefined ? '' : `write ${meant}, or `}see ${helpOf(command)}.`;
};

const unknownCommand: Sentence = (command) => {
  const isProgram = pathOf(command) === '';
  const below = alternatives(isProgram ? command.commands.map(pathOf) : commandsBelow(command));
  const word = command.args[0] ?? '';
  if (isDatabaseAddress(word)) {
    return 'The address of a database is no command; write it into a file for --database-url-file.';
  }
  const isRepeated = !mayHoldPassword(word) && !word.includes('://');
  const wanted = isRepeated ? `command ${plain(`${pathOf(command)} ${word}`.trim())}` : 'such command';
  const instead = isProgram ? `to serve write flags alone, else ${below}; see --help` : `write ${below}`;
  return `There is no ${wanted}; ${instead}.`;
};

const tooMany: Sentence = (command, message) => {
  if (command.commands.length > 0) return unknownCommand(command, message);
  const [takes] = command.registeredArguments;
  return takes === undefined
    ? `${pathOf(command)} takes flags alone${notThis(command.args[0] ?? '')}`
    : `${pathOf(command)} takes one <${takes.name()}>, not ${command.args.length}.`;
};

const quoted = (message: string): string => /'([^']*)'/.exec(message)?.[1] ?? '';

const sentences: Readonly<Record<string, Sentence>> = {
  'commander.invalidArgument': wrongValue,
  'commander.unknownOption': unknownFlag,
  'commander.unknownCommand': unknownCommand,
  'commander.excessArguments': tooMany,
  'commander.help': (command) => `${pathOf(command)} needs a command: write ${alternatives(commandsBelow(command))}.`,
  'commander.missingMandatoryOptionValue': (command, message) => `${pathOf(command)} needs ${quoted(message)}.`,
  'commander.missingArgument': (command, message) =>
    `${pathOf(command)} needs <${quoted(message)}>; see ${helpOf(command)}.`,
  'commander.optionMissingArgument': (_command, message) => {
    const flags = quoted(message);
    return `${flags.split(' ', 1)[0]} needs a value: write ${flags}.`;
  },
};

const sentenceOf = (command: Command, { code, message }: CommanderError): string =>
  sentences[code]?.(command, message) ?? message.replace(/^error: /, '').replaceAll(/\s+/g, ' ');

const repeatable = new Set(['trust-proxy']);

/** Refuses a flag that stands twice: which of two values counts is a guess. */
const refuseRepeats = (command: Command): void => {
  for (const option of command.options.filter((one) => !repeatable.has(one.name()))) {
    let count = 0;
    command.on(`option:${option.name()}`, () => {
      count += 1;
      if (count > 1) command.error(`${option.long ?? option.name()} is given twice; write it once.`);
    });
  }
};

/**
 * Makes a program and its commands refuse with one sentence, handed to `refuse`, in the place of commander's own words.
 */
export const refuseInOneSentence = (command: Command, refuse: (sentence: string) => void): void => {
  refuseRepeats(command);
  command.configureOutput({ writeErr: () => {}, outputError: () => {} }).exitOverride((error) => {
    if (error.exitCode !== 0) refuse(sentenceOf(command, error));
    throw error;
  });
  for (const below of command.commands) refuseInOneSentence(below, refuse);
};
