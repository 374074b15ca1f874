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
  readonly only?: readonly string[];
  readonly wait?: true;
}

type ReadFlags =
  | { readonly ok: true; readonly flags: VerifyFlags }
  /** `sentence` is null after help was printed. */
  | { readonly ok: false; readonly sentence: string | null };

/** Keys aren't accepted on the command line, where other users can see them. Messages don't repeat them. */
const keyArgumentError =
  "Don't pass a key as an argument: other users of this device can read it. Use --key-file or FERRY_API_KEY.";
const keyPrefixes = [brand.productionKeyPrefix, brand.testKeyPrefix];
const keyFlags = /^--?(?:api-?key|key|token|authorization|bearer|secret|password)(?:=|$)/i;

const holdsKey = (argument: string): boolean =>
  keyFlags.test(argument) || keyPrefixes.some((prefix) => argument.toLowerCase().includes(prefix));

const readFile = (text: string): string => {
  if (text.trim() !== '' && !text.includes('\0') && !text.startsWith('--')) return text;
  throw new InvalidArgumentError('Give a file name, such as ./report.xml.');
};

const readIds = (text: string): readonly string[] => text.split(',').map((id) => id.trim());

function withoutArgument(message: string): string {
  const ending = "' is invalid.";
  const [start, end] = [message.indexOf(" argument '"), message.lastIndexOf(ending)];
  return start < 0 || end <= start
    ? message
    : `${message.slice(0, start)} is invalid.${message.slice(end + ending.length)}`;
}

/** Returns Commander's error message without typed values, which may contain a key. Flag names stay. */
const withoutValues = (message: string): string =>
  withoutArgument(message)
    .replace(/^error: unknown option '(?=(--[a-z]+(?:-[a-z]+)*)?).*'/s, (_all, name: string | undefined) =>
      name === undefined ? 'error: a flag is unknown.' : `error: unknown option '${name}'`,
    )
    .replace(/ Expected .*$/s, '');

const helpText = `
The key comes from --key-file or FERRY_API_KEY. Exit code 0: no violation; 1: a violation; 2: the run failed. The run creates link tokens and one or two modals with migrations at the service. "receipt --help" shows how to check the receipt of a migration.`;

export function readFlags(argv: readonly string[], print: (line: string) => void): ReadFlags {
  if (argv.some(holdsKey)) return { ok: false, sentence: keyArgumentError };
  let sentence = '';
  const command = new Command('verify')
    .description('Verifies that a service follows the contract: tokens, responses, lists and refusals.')
    .option('--base-url <url>', 'base URL of the service')
    .option('--key-file <file>', 'file with the API key', readFile)
    .option('--junit <file>', 'file for a JUnit report', readFile)
    .option('--json <file>', 'file for a JSON report', readFile)
    .option('--list', 'list the proofs without running them')
    .option('--only <ids>', 'run only these proofs, such as challenge,expiry', readIds)
    .option('--wait', "wait 61 s in real time if the service's clock can't be moved")
    .addHelpText('after', helpText)
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
      sentence: "Give the service's URL, such as --base-url https://api.ferry.example. --help lists the flags.",
    };
  }
  if (baseUrl.includes('@')) {
    return { sentence: 'Remove the user name and password before the @ from the base URL.' };
  }
  const result = readBaseAddress(baseUrl);
  return result.ok ? { baseURL: result.baseURL } : { sentence: result.problem };
}
