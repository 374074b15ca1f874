import { visibleText } from '../../../src-shared/visible-text.ts';

/** Exit code of a command that could not start for a reason the user can fix. */
export const cannotStart = 2;

/** Something that stops a command: one sentence with what to do next, printed without a stack trace. */
export class LaunchFault extends Error {
  readonly exitCode: number;

  constructor(sentence: string, exitCode = cannotStart) {
    super(sentence);
    this.name = 'LaunchFault';
    this.exitCode = exitCode;
  }
}

/** Words of a command line that the command does not know, with what it does know. */
export class UsageFault extends LaunchFault {
  readonly usage: string;

  constructor(sentence: string, usage: string) {
    super(sentence);
    this.usage = usage;
  }
}

/** Runs a command's body and ends the process with its exit code; a fault is printed as its sentence on standard error. */
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
