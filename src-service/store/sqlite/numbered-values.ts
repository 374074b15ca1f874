import type { StepValue } from '../program.ts';

/** Values by the names `$1`, `$2` and so on, which node:sqlite requires for numbered parameters. */
export const numberedValues = (values: readonly StepValue[]): Record<string, StepValue> =>
  Object.fromEntries(values.map((value, index) => [`$${index + 1}`, value]));
