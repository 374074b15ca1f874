/** Preloaded into a measured process with `--import`. Reports its resource usage over IPC on request. */
export interface Usage {
  /** User and system time of all threads since the start, in microseconds. */
  readonly cpuMicroseconds: number;
}

process.on('message', (message) => {
  if (message !== 'usage') return;
  const { user, system } = process.cpuUsage();
  process.send?.({ usage: { cpuMicroseconds: user + system } satisfies Usage });
});
// If the benchmark crashes, the processes that it started must exit.
process.on('disconnect', () => process.exit());
process.channel?.unref();
