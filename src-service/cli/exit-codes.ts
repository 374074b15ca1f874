import { visibleText } from '#shared/visible-text.ts';

/** Exit code of everything that is refused with one sentence: wrong flags, a port in use, an unusable folder. */
const refusedExitCode = 2;

/** Says why nothing was done, as one sentence on standard error. */
export const refuseStart = (sentence: string): void => {
  process.stderr.write(`${visibleText(sentence)}\n`);
  process.exitCode = refusedExitCode;
};
