import type { LabCommand } from '#shared/lab-messages.ts';

/** Maximum ms until a poll gets a response. A page that stays silent longer is hanging. */
const answerWithinMs = 2_000;

export function createCommandQueue() {
  let waiting: LabCommand[] = [];
  let answer: (() => void) | null = null;
  return {
    give: (command: LabCommand) => {
      waiting.push(command);
      answer?.();
    },
    /**
     * Resolves with the pending commands, or with none after `answerWithinMs`. A second call ends the first.
     */
    next: (closed: AbortSignal) => {
      answer?.();
      return new Promise((resolve) => {
        const timer = setTimeout(() => end(), answerWithinMs);
        const end = () => {
          clearTimeout(timer);
          if (answer === end) answer = null;
          if (closed.aborted) return resolve([]);
          const takenCommands = waiting;
          waiting = [];
          resolve(takenCommands);
        };
        closed.addEventListener('abort', end, { once: true });
        answer = end;
        if (waiting.length > 0) end();
      });
    },
    isWaiting: () => answer !== null,
    close: () => answer?.(),
  };
}
