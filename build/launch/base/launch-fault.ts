import { parseArgs, type ParseArgsConfig } from 'node:util';
import { visibleText } from '../../../src-shared/visible-text.ts';

/** Exit code of a command that failed for a reason that the user can fix. */
export const failureCode = 2;

/** An error that stops a command. Printed without a stack trace, as one sentence with the next step. */
export class LaunchFault extends Error {
  readonly exitCode: number;

  constructor(sentence: string, exitCode = failureCode) {
    super(sentence);
    this.name = 'LaunchFault';
    this.exitCode = exitCode;
  }
}

/** Unknown words on a command line. The message lists the words that the command accepts. */
export class UsageFault extends LaunchFault {
  readonly usage: string;

  constructor(sentence: string, usage: string) {
    super(sentence);
    this.usage = usage;
  }
}

/** Reads this process's flags like `parseArgs`. Throws a `UsageFault` for unknown or incomplete flags. */
export function readFlags<const Config extends ParseArgsConfig>(
  config: Config,
  usage: string,
): ReturnType<typeof parseArgs<Config>> {
  try {
    return parseArgs(config);
  } catch (error) {
    throw new UsageFault(error instanceof Error ? error.message : String(error), usage);
  }
}

/** Runs the body of a command and exits with its code. Prints the message of a fault to standard error. */
export async function exitWithResult(body: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await body();
  } catch (error) {
    if (!(error instanceof LaunchFault)) throw error;
    process.stderr.write(`${visibleText(error.message)}\n`);
    if (error instanceof UsageFault) process.stderr.write(`${error.usage}\n`);
    process.exitCode = error.exitCode;
  }
}
