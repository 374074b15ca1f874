type Subscribe<Event> = (listener: (event: Event) => void) => () => void;

export function createEmitter<Event = void>() {
  const listeners = new Set<(event: Event) => void>();
  const listen: Subscribe<Event> = (listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  return {
    emit: (event: Event) => {
      for (const listener of listeners) listener(event);
    },
    listen,
  };
}

/** Sends the first value of each key immediately, and then the latest value at most once per interval. */
export function throttle<Value>(ms: number, send: (value: Value) => void): (key: string, value: Value) => void {
  /** Pending value per key. `undefined` during the interval after an emit. */
  const pendingValues = new Map<string, Value | undefined>();
  const sendNow = (key: string, value: Value) => {
    send(value);
    pendingValues.set(key, undefined);
    setTimeout(() => {
      const next = pendingValues.get(key);
      pendingValues.delete(key);
      if (next !== undefined) sendNow(key, next);
    }, ms).unref();
  };
  return (key, value) => {
    if (pendingValues.has(key)) pendingValues.set(key, value);
    else sendNow(key, value);
  };
}
