/** Passes on the latest value of each key, at most once in so many ms; the first one at once. */
interface AtMostOften<Value> {
  readonly tell: (key: string, value: Value) => void;
}

export function atMostOften<Value>(ms: number, send: (value: Value) => void): AtMostOften<Value> {
  /** What waits per key; `undefined` within the time after something was sent. */
  const waiting = new Map<string, Value | undefined>();
  const sendNow = (key: string, value: Value) => {
    send(value);
    waiting.set(key, undefined);
    setTimeout(() => {
      const next = waiting.get(key);
      waiting.delete(key);
      if (next !== undefined) sendNow(key, next);
    }, ms).unref();
  };
  return {
    tell: (key, value) => {
      if (waiting.has(key)) waiting.set(key, value);
      else sendNow(key, value);
    },
  };
}
