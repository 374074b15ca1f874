interface StopSignal {
  /** Aborted by the first SIGTERM or SIGINT, and by the end of a parent process that opened a channel. */
  readonly signal: AbortSignal;
  readonly received: Promise<void>;
  /** Gives the signals back to Node. */
  forget(): void;
}

/**
 * Listens for SIGTERM and SIGINT from now on, so that one that comes during the start is heard too. A parent that opened
 * a channel, as the console does, takes the service with it, also where it was killed and could send no signal.
 */
export const waitForStopSignal = (): StopSignal => {
  const controller = new AbortController();
  const stop = (): void => controller.abort();
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  process.on('disconnect', stop);
  return {
    signal: controller.signal,
    received: new Promise((resolve) => controller.signal.addEventListener('abort', () => resolve(), { once: true })),
    forget: () => {
      process.off('SIGTERM', stop);
      process.off('SIGINT', stop);
      process.off('disconnect', stop);
    },
  };
};
