import { cpus, loadavg, release, totalmem, type } from 'node:os';

/** The machine that produced the figures. */
export interface Machine {
  readonly cpu: string;
  readonly cores: number;
  readonly memory: string;
  readonly system: string;
  readonly node: string;
  /** Load average of the minute before the benchmark; shows what else was running. */
  readonly load: number;
}

export const describeMachine = (): Machine => ({
  cpu: cpus()[0]?.model ?? 'unknown',
  cores: cpus().length,
  memory: `${Math.round(totalmem() / 1024 ** 3)} GiB`,
  system: `${type()} ${release()}`,
  node: process.versions.node,
  load: loadavg()[0] ?? 0,
});
