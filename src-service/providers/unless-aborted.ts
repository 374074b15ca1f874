/** Waits for a task, or rejects on abort. The task itself continues. */
export const unlessAborted = async <Result>(task: Promise<Result>, signal: AbortSignal): Promise<Result> => {
  signal.throwIfAborted();
  const { promise, reject } = Promise.withResolvers<never>();
  const abort = (): void => reject(signal.reason as Error);
  signal.addEventListener('abort', abort, { once: true });
  try {
    return await Promise.race([task, promise]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
};
