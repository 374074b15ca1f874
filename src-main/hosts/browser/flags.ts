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

export const defaultUserDataFolder = envPaths('ferry-console', { suffix: '' }).data;

const readPort = (text: string): number => {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535)
    throw new InvalidArgumentError('The port must be a number from 0 to 65535.');
  return port;
};

const readFolder = (text: string): string => {
  if (text === '' || text.includes('\0')) throw new InvalidArgumentError('Give a folder name, such as ./ferry-data.');
  return text;
};

const linkHelpText = `
A link works once and expires after 60 seconds. For a new link, press Enter in the terminal or send SIGUSR2 to the process (not on Windows). Using a link twice ends its session.`;

/** Parses the command line. Help and errors go to standard error, because standard output is one line of JSON. */
export function readFlags(argv: readonly string[]): ReadFlags {
  const command = new Command('console:browser')
    .description('Serves Ferry Console to a browser on this device.')
    .addOption(new Option('--port <number>', 'port on 127.0.0.1; 0 picks a free port').default(0).argParser(readPort))
    .option(
      '--user-data <folder>',
      'folder for settings and Sandbox data; must be new, empty, or created by the console',
      readFolder,
      defaultUserDataFolder,
    )
    .option('--no-open', 'only print the link')
    .addOption(
      new Option('--keychain <kind>', 'where API keys are stored').choices(['system', 'memory']).default('system'),
    )
    .addHelpText('after', linkHelpText)
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
