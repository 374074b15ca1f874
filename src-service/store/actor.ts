export const commandLine = 'command line';

/** Who changes something, and from where: for the audit log. */
export interface Actor {
  /** The id of a person, or `command line`. */
  readonly by: string;
  readonly from?: string | undefined;
}
