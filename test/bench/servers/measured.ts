/** Preloaded into a measured process by `--import`: tells what it used, when it is asked over IPC. */
export interface Usage {
  /** User and system time of all threads since the start, in microseconds. */
  readonly cpuMicroseconds: number;
  readonly residentBytes: number;
}

process.on('message', (message) => {
  if (message !== 'usage') return;
  const { user, system } = process.cpuUsage();
  const usage: Usage = { cpuMicroseconds: user + system, residentBytes: process.memoryUsage.rss() };
  process.send?.({ usage });
});
// Where the benchmark dies without a word, nothing that it started may stay.
process.on('disconnect', () => process.exit());
process.channel?.unref();
