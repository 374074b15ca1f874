import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import envPaths from 'env-paths';
import { complaintSentence } from '../say.ts';

export interface BrowserHostFlags {
  readonly port: number;
  readonly userData: string;
  readonly open: boolean;
  readonly keychain: 'system' | 'memory';
}

type ReadFlags =
  | { readonly ok: true; readonly flags: BrowserHostFlags }
  | { readonly ok: false; readonly exitCode: number };

export const usualUserData = envPaths('ferry-console', { suffix: '' }).data;

const readPort = (text: string): number => {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535) throw new InvalidArgumentError('A port is a number from 0 to 65535.');
  return port;
};

const readFolder = (text: string): string => {
  if (text === '' || text.includes('\0')) throw new InvalidArgumentError('Name a folder, such as ./ferry-data.');
  return text;
};

const aboutLinks = `
A link works once, for 60 seconds. Enter in the terminal gives a new one, and so does SIGUSR2 to the process
(not on Windows). A link that is used twice ends what it had opened.`;

/** Reads the command line; help and complaints go to standard error, since standard output carries one JSON line. */
export function readFlags(argv: readonly string[]): ReadFlags {
  const command = new Command('console:browser')
    .description('Serves Ferry Console to the browser of this computer.')
    .addOption(new Option('--port <number>', 'port on 127.0.0.1; 0 takes a free one').default(0).argParser(readPort))
    .option(
      '--user-data <folder>',
      'folder of settings and of the Sandbox: new, empty or its own',
      readFolder,
      usualUserData,
    )
    .option('--no-open', 'print the link only')
    .addOption(new Option('--keychain <kind>', 'where API keys live').choices(['system', 'memory']).default('system'))
    .addHelpText('after', aboutLinks)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => process.stderr.write(text),
      writeErr: (text) => process.stderr.write(text),
      outputError: (text, write) => write(complaintSentence(text)),
    });
  try {
    command.parse(argv, { from: 'user' });
    return { ok: true, flags: command.opts<BrowserHostFlags>() };
  } catch (error) {
    return { ok: false, exitCode: error instanceof CommanderError && error.exitCode === 0 ? 0 : 2 };
  }
}
