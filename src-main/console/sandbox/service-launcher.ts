/** A running process of Ferry Service, however the host made it. */
export interface ServiceProcess {
  /** Called with each complete line of standard output. */
  readonly onLine: (listener: (line: string) => void) => void;
  /** Called once, with the exit code and the last lines of standard error. */
  readonly onExit: (listener: (code: number | null, lastWords: string) => void) => void;
  /** Asks it to end; it gets 3 s for that. */
  readonly stop: () => void;
}

/** Starts Ferry Service with these flags in a process of its own. */
export type ServiceLauncher = (flags: readonly string[]) => ServiceProcess;
