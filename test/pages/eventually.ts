import { waitFor } from '@testing-library/dom';

/** Waits until a check of the page throws nothing: it is made again after each change of the page, and every 100 ms. */
export const eventually = <Value>(check: () => Value | Promise<Value>): Promise<Value> =>
  waitFor(check, { timeout: 60_000, interval: 100 });
