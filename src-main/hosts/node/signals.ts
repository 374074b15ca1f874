/**
 * Ms in which a repeated signal is ignored. After a save, the settings library resends the first signal to end the
 * process, which has no effect while other listeners exist. On Windows, it ends the process anyway, so
 * `settings-writer.ts` removes the library's listeners.
 */
const repeatWindowMs = 500;

/** Calls `act` on signals and ignores the settings library's repetition. Returns a function that stops listening. */
export function onSignals(signals: readonly NodeJS.Signals[], act: () => void): () => void {
  let lastAt = Number.NEGATIVE_INFINITY;
  const onSignal = () => {
    const isRepeated = performance.now() - lastAt < repeatWindowMs;
    lastAt = performance.now();
    if (!isRepeated) act();
  };
  for (const signal of signals) process.on(signal, onSignal);
  return () => {
    for (const signal of signals) process.off(signal, onSignal);
  };
}

export const endSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Shuts down in order on the first signal. A later signal ends the process immediately. */
export function onEndSignal(end: () => void): void {
  onSignals(endSignals, () => {
    end();
    setTimeout(() => {
      for (const signal of endSignals) process.removeAllListeners(signal);
    }, repeatWindowMs).unref();
  });
}
