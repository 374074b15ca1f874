import type { DataReply, DataRequest } from '#shared/data-messages/data-calls.ts';

/** A running data process, however the host made it. */
export interface DataChannel {
  readonly send: (request: DataRequest) => void;
  readonly onReply: (listener: (reply: DataReply) => void) => void;
  /** Called once, however it ended. */
  readonly onExit: (listener: () => void) => void;
  readonly stop: () => void;
}

/** Starts the data process: a utility process in Electron, a worker thread in the browser host. */
export type DataLauncher = (userDataDir: string) => DataChannel;
