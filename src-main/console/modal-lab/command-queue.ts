import type { LabCommand } from '#shared/lab-messages.ts';

/** Maximum ms until a poll gets a response. While a poll waits, a hanging page can't be noticed. */
const answerWithinMs = 2_000;

export function createCommandQueue() {
  let pendingCommands: LabCommand[] = [];
  let endPoll: (() => void) | null = null;
  return {
    give: (command: LabCommand) => {
      pendingCommands.push(command);
      endPoll?.();
    },
    /** Resolves with the pending commands, or with none after `answerWithinMs`. A second call ends the first. */
    next: (closed: AbortSignal) => {
      endPoll?.();
      return new Promise((resolve) => {
        const timer = setTimeout(() => end(), answerWithinMs);
        const end = () => {
          clearTimeout(timer);
          if (endPoll === end) endPoll = null;
          if (closed.aborted) return resolve([]);
          const takenCommands = pendingCommands;
          pendingCommands = [];
          resolve(takenCommands);
        };
        closed.addEventListener('abort', end, { once: true });
        endPoll = end;
        if (pendingCommands.length > 0) end();
      });
    },
    isWaiting: () => endPoll !== null,
    close: () => endPoll?.(),
  };
}
