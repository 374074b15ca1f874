export const commandLine = 'command line';

export interface Actor {
  /** The id of a person, or `command line`. */
  readonly by: string;
  readonly from?: string | undefined;
}
