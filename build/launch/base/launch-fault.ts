import { visibleText } from '../../../src-shared/visible-text.ts';

/** Exit code of a command that could not start for a reason the user can fix. */
export const cannotStart = 2;

/** An error that stops a command. Printed as one sentence with the next step and without a stack trace. */
export class LaunchFault extends Error {
  readonly exitCode: number;

  constructor(sentence: string, exitCode = cannotStart) {
    super(sentence);
    this.name = 'LaunchFault';
    this.exitCode = exitCode;
  }
}

/** Unknown words on a command line, with the words the command knows. */
export class UsageFault extends LaunchFault {
  readonly usage: string;

  constructor(sentence: string, usage: string) {
    super(sentence);
    this.usage = usage;
  }
}

/** Runs a command's body and exits with its code. Prints the message of a fault on standard error. */
export async function endWith(body: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await body();
  } catch (error) {
    if (!(error instanceof LaunchFault)) throw error;
    process.stderr.write(`${visibleText(error.message)}\n`);
    if (error instanceof UsageFault) process.stderr.write(`${error.usage}\n`);
    process.exitCode = error.exitCode;
  }
}
