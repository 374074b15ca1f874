import type { ConsoleState } from '#shared/console-contract/console-calls.ts';

/** Whether it is worth asking for control: the Sandbox, and what else runs on this computer. */
export const mayBeControlled = ({ builtIn, baseURL }: ConsoleState['profile']): boolean =>
  builtIn || /^http:\/\/(127\.|localhost|\[::1\])/.test(baseURL ?? '');
