import { Command, CommanderError, InvalidArgumentError } from 'commander';
import { brand } from '#shared/brand.ts';
import { readBaseAddress } from '../console/addresses/base-address.ts';
import { complaintSentence } from '../hosts/say.ts';

interface VerifyFlags {
  readonly baseUrl?: string;
  readonly keyFile?: string;
  readonly junit?: string;
  readonly json?: string;
  readonly list?: true;
  readonly wait?: true;
}

type ReadFlags =
  | { readonly ok: true; readonly flags: VerifyFlags }
  /** Without a sentence where help was asked for, and given. */
  | { readonly ok: false; readonly sentence: string | null };

/** What no list of processes may hold is not taken from a command line, and not repeated. */
const noKeyHere =
  'A key does not belong in an argument, where everybody on this computer can read it: put it into a file for --key-file, or into FERRY_API_KEY.';
const keyPrefixes = [brand.productionKeyPrefix, brand.testKeyPrefix];
const keyFlags = /^--?(?:api-?key|key|token|authorization|bearer|secret|password)(?:=|$)/i;

const holdsKey = (argument: string): boolean =>
  keyFlags.test(argument) || keyPrefixes.some((prefix) => argument.toLowerCase().includes(prefix));

const readFile = (text: string): string => {
  if (text.trim() !== '' && !text.includes('\0') && !text.startsWith('--')) return text;
  throw new InvalidArgumentError('Name a file, such as ./report.xml.');
};

function withoutArgument(message: string): string {
  const ending = "' is invalid.";
  const [start, end] = [message.indexOf(" argument '"), message.lastIndexOf(ending)];
  return start < 0 || end <= start
    ? message
    : `${message.slice(0, start)} is not right.${message.slice(end + ending.length)}`;
}

/** Commander's complaint without what was typed, which may be a key, too: of that only the name of a flag stays. */
const withoutValues = (message: string): string =>
  withoutArgument(message)
    .replace(/^error: unknown option '(?=(--[a-z]+(?:-[a-z]+)*)?).*'/s, (_all, name: string | undefined) =>
      name === undefined ? 'error: a flag is unknown.' : `error: unknown option '${name}'`,
    )
    .replace(/ Expected .*$/s, '');

const about = `
The key comes from --key-file or FERRY_API_KEY. Exit code 0: everything held; 1: something is violated; 2: it could not run.
Link tokens, and one or two modals with their migrations, are made at the service that is verified.`;

/** Reads the command line. Help is printed; a refusal is one sentence without any value that was typed. */
export function readFlags(argv: readonly string[], print: (line: string) => void): ReadFlags {
  if (argv.some(holdsKey)) return { ok: false, sentence: noKeyHere };
  let sentence = '';
  const command = new Command('verify')
    .description('Verifies a service against its contract: tokens, replies, lists, and what must be refused.')
    .option('--base-url <address>', 'base address of the service')
    .option('--key-file <file>', 'file that holds an API key', readFile)
    .option('--junit <file>', 'file for a report in the form of JUnit', readFile)
    .option('--json <file>', 'file for a report as JSON', readFile)
    .option('--list', 'print the proofs, and run none')
    .option('--wait', 'wait the real 61 s where the clock of the service cannot be moved')
    .addHelpText('after', about)
    .allowExcessArguments(false)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => print(text.trimEnd()),
      writeErr: () => undefined,
      outputError: (text) => (sentence = complaintSentence(withoutValues(text)).trimEnd()),
    });
  try {
    command.parse(argv, { from: 'user' });
    return { ok: true, flags: command.opts<VerifyFlags>() };
  } catch (error) {
    const isHelp = error instanceof CommanderError && error.exitCode === 0;
    return { ok: false, sentence: isHelp ? null : sentence };
  }
}

export function readServiceAddress({
  baseUrl,
}: VerifyFlags): { readonly baseURL: string } | { readonly sentence: string } {
  if (baseUrl === undefined) {
    return {
      sentence:
        'Name the service with --base-url, such as --base-url https://api.ferry.example. --help lists the flags.',
    };
  }
  if (baseUrl.includes('@')) {
    return { sentence: 'The base address holds no user name and no password: leave out what stands before the @.' };
  }
  const read = readBaseAddress(baseUrl);
  return read.ok ? { baseURL: read.baseURL } : { sentence: read.problem };
}
