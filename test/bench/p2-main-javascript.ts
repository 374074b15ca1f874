import type { Benchmark, BenchmarkRow, BenchmarkRun } from './benchmark.ts';
import { medianOf } from './bootstrap.ts';
import { pairedRatio, runRounds } from './paired-ratio.ts';
import type { MeasuredHost } from './starts/hosts.ts';
import { inHosts } from './starts/with-hosts.ts';

const milliseconds = (values: readonly number[]): string => `${Math.round(medianOf(values))} ms`;

async function measureMain(host: MeasuredHost, { pairs, dropped }: BenchmarkRun): Promise<BenchmarkRow[]> {
  const startBare = (profile: 1 | 2) => async (): Promise<number> => {
    const opened = await host.openBare(profile);
    await opened.stop();
    return opened.shell;
  };
  // A first start of the console fills its profile, so that the marks are those of a warm one.
  await (await host.openConsole()).stop();
  const rounds = await runRounds(
    { main: host.mainTime, bare: startBare(1), control: startBare(2) },
    { pairs, dropped },
  );
  return [
    {
      name: host.name,
      goal: 0.1,
      ratio: pairedRatio(rounds.main, rounds.bare),
      control: pairedRatio(rounds.control, rounds.bare),
      figures: { 'JavaScript in main': milliseconds(rounds.main), 'bare start': milliseconds(rounds.bare) },
    },
  ];
}

/** P2: JavaScript of the trusted process before the window loads, against a whole bare start. */
export const p2MainJavascript: Benchmark = {
  id: 'P2',
  title: 'Main-process JavaScript before the window loads / bare start',
  takesInstalled: true,
  run: (run) => inHosts(run, (host) => measureMain(host, run)),
};
