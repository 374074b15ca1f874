'use strict';

/**
 * `AbortSignal.any`. The signal listens to the given ones only while somebody listens to it: in this runtime they hold
 * their listeners for good, and one that lives as long as a profile is on screen would collect one per call.
 * @param {AbortSignal[]} signals
 */
exports.anySignal = (signals) => {
  const all = new AbortController();
  const { signal } = all;
  /** @type {Set<unknown>} */
  const heard = new Set();
  const ask = (/** @type {'addEventListener' | 'removeEventListener'} */ verb) => {
    for (const one of signals) one[verb]('abort', follow);
  };
  const follow = () => {
    const ended = signals.find(({ aborted }) => aborted);
    if (!ended) return;
    ask('removeEventListener');
    all.abort(ended.reason);
  };
  follow();
  if (signal.aborted) return signal;
  const { addEventListener, removeEventListener } = signal;
  return Object.defineProperties(signal, {
    aborted: {
      get: () => {
        follow();
        return Reflect.get(AbortSignal.prototype, 'aborted', signal);
      },
    },
    addEventListener: {
      value: (/** @type {Parameters<typeof addEventListener>} */ ...args) => {
        if (heard.size === 0) ask('addEventListener');
        heard.add(args[1]);
        addEventListener.apply(signal, args);
      },
    },
    removeEventListener: {
      value: (/** @type {Parameters<typeof removeEventListener>} */ ...args) => {
        if (heard.delete(args[1]) && heard.size === 0) ask('removeEventListener');
        removeEventListener.apply(signal, args);
      },
    },
  });
};
