import { cpus, loadavg, release, totalmem, type } from 'node:os';

/** What the figures were taken on. */
export interface Machine {
  readonly cpu: string;
  readonly cores: number;
  readonly memory: string;
  readonly system: string;
  readonly node: string;
  /** Load average of the last minute before the benchmark: what else ran. */
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
