/**
 * The settings library listens to most signals, too, to remove its temporary files: after a save it sends the first
 * signal again to end the process. While other listeners exist this has no effect, so keep listening and ignore the
 * repetition. On Windows the process would still end; there `settings-writer.ts` removes the library's listeners.
 */
const repeatedWithinMs = 500;

/** Runs `act` on signals, ignoring the settings library's repetition. Returns a function that stops listening. */
export function onSignals(signals: readonly NodeJS.Signals[], act: () => void): () => void {
  let lastAt = Number.NEGATIVE_INFINITY;
  const hear = () => {
    const isRepeated = performance.now() - lastAt < repeatedWithinMs;
    lastAt = performance.now();
    if (!isRepeated) act();
  };
  for (const signal of signals) process.on(signal, hear);
  return () => {
    for (const signal of signals) process.off(signal, hear);
  };
}

export const endSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Shuts down in order on a signal. A later signal of any kind ends the process immediately, after removing the
 * library's listeners, which ignore all but the first.
 */
export function onEndSignal(end: () => void): void {
  onSignals(endSignals, () => {
    end();
    setTimeout(() => {
      for (const signal of endSignals) process.removeAllListeners(signal);
    }, repeatedWithinMs).unref();
  });
}
