/**
 * The settings' library listens to most signals as well, to remove its temporary files: at the first signal after a save
 * it sends the same one once more, to end the process. Nothing comes of that while somebody else listens, so it is
 * enough to go on listening and to overhear the repetition. On Windows the process would end all the same: there
 * `settings-writer.ts` takes the library's listeners off.
 */
const repeatedWithinMs = 500;

/** Acts on signals, once where the settings' library repeats one. Returns what ends the listening. */
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
 * Ends the program in its own order when the system or a terminal asks for it. A later signal, of whichever kind, ends
 * the process at once: the library's listeners, which pass over all but the first, are taken off as well.
 */
export function onEndSignal(end: () => void): void {
  onSignals(endSignals, () => {
    end();
    setTimeout(() => {
      for (const signal of endSignals) process.removeAllListeners(signal);
    }, repeatedWithinMs).unref();
  });
}
