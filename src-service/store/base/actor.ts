export const commandLine = 'command line';

export interface Actor {
  /** `service`, `command line`, `session key`, a key ID or a user ID. */
  readonly by: string;
  readonly from?: string | undefined;
}

export interface ChangeAuthor extends Actor {
  /** The store's own time, in milliseconds since 1970. */
  readonly now: number;
}
