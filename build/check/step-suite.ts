import { keepTail } from './output-tail.ts';
import { runCommand } from './run-command.ts';
import { oneFailed, onePassed, type Suite } from './suite.ts';

/** A step that passes when its program ends with 0; it counts as one test. */
export const stepSuite = (name: string, command: readonly string[]): Suite => ({
  name,
  run: async (say) => {
    const tail = keepTail(say);
    return (await runCommand(command, tail.say)) === 0 ? onePassed : oneFailed(tail.lines);
  },
});
