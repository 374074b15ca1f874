import { waitFor } from '@testing-library/dom';

/** Waits until `check` doesn't throw. Repeats it after each change of the page and every 100 ms. */
export const eventually = <Value>(check: () => Value | Promise<Value>): Promise<Value> =>
  waitFor(check, { timeout: 60_000, interval: 100 });
