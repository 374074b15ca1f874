/** Returns the IPC channel of a call. No schemas here: the preload script imports this file and must stay small. */
export const callChannel = (topic: string, verb: string): string => `${topic}:${verb}`;
export const cancelChannel = 'calls:cancel';
export const eventChannel = 'console:event';

export type CallNames = Readonly<Record<string, readonly string[]>>;
