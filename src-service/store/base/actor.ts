export const commandLine = 'command line';

export interface Actor {
  /** A user ID, or `command line`. */
  readonly by: string;
  readonly from?: string | undefined;
}
