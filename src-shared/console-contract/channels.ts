/** The IPC channel of all calls. No schemas here: the preload script imports this file and must stay small. */
export const callChannel = 'console:call';
export const cancelChannel = 'calls:cancel';
export const eventChannel = 'console:event';
