import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { packageTool } from '#build/check/package-tool.ts';
import { exitWithResult, readFlags, UsageFault } from '#build/launch/base/launch-fault.ts';
import { allDirections, directionsVariable, isServerName, killsVariable, serverNames } from './chosen-directions.ts';
import { type DirectionResult, resultFile } from './direction-result.ts';

const usage = `npm run test:providers -- [--source SERVER] [--destination SERVER] [--kills N]
Copies a corpus of 317 items between real servers on loopback and prints what became of them. Without --source or
--destination it tries every server. The first run downloads the servers from Debian and PyPI; SOGo needs root.
Servers: ${serverNames.join(', ')}`;

const options = {
  source: { type: 'string' },
  destination: { type: 'string' },
  kills: { type: 'string', default: '2' },
} as const;

const columns = ['from', 'to', 'items', 'copied', 'altered', 'failed', 'second run'] as const;

const rowOf = ({ from, to, items, outcomes, failed, secondRun }: DirectionResult): readonly string[] => [
  from,
  to,
  String(items),
  String(outcomes['copied'] ?? 0),
  String(outcomes['altered'] ?? 0),
  String(failed.length),
  secondRun ?? 'not run',
];

const printTable = (rows: readonly (readonly string[])[]): void => {
  const widths = columns.map((title, index) => Math.max(title.length, ...rows.map((row) => row[index]?.length ?? 0)));
  for (const row of [columns, ...rows])
    console.log(
      row
        .map((cell, index) => cell.padEnd(widths[index] ?? 0))
        .join('  ')
        .trimEnd(),
    );
};

const run = async (): Promise<number> => {
  const { source, destination, kills } = readFlags({ options }, usage).values;
  for (const name of [source, destination])
    if (name !== undefined && !isServerName(name)) throw new UsageFault(`There is no server ${name}.`, usage);
  const wantedDirections = allDirections().filter(
    ([from, to]) => (source === undefined || from === source) && (destination === undefined || to === destination),
  );
  if (wantedDirections.length === 0) throw new UsageFault('A server is not copied to itself.', usage);
  for (const [from, to] of wantedDirections) rmSync(resultFile(from, to), { force: true });
  const named = wantedDirections.map((direction) => direction.join(':')).join(',');
  const file = path.join(import.meta.dirname, 'conformance.all.test.ts');
  const [command = '', ...args] = [...packageTool('vitest'), 'run', '--project', 'providers-all', '--retry=0', file];
  const vitest = spawn(command, args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, [directionsVariable]: named, [killsVariable]: kills },
  });
  const [code] = (await once(vitest, 'close')) as [number | null];
  const found = wantedDirections.map(([from, to]) => resultFile(from, to)).filter((name) => existsSync(name));
  printTable(found.map((name) => rowOf(JSON.parse(readFileSync(name, 'utf8')) as DirectionResult)));
  return code ?? 1;
};

await exitWithResult(run);
