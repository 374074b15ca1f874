import type { ConsoleState } from '#shared/console-contract/console-calls.ts';

/** Whether the profile cannot go on without a key from the person. */
export const needsKey = ({ builtIn, key }: ConsoleState['profile']): boolean =>
  !builtIn && (key === null || key.refused);
