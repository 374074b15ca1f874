import { runSeed } from './run-seed.ts';
import { openDatabaseOnce } from './simulated-store.ts';

// Usage: node test/simulation/run-seeds.ts FIRST [LAST] [trace]
const [first = '1', last = first, show] = process.argv.slice(2);
const database = await openDatabaseOnce();
let failedCount = 0;
for (let seed = Number(first); seed <= Number(last); seed++) {
  const { violations, trace } = await runSeed(database, seed);
  if (show === 'trace')
    console.log(
      trace.join('\n'),
      database.database
        .prepare('SELECT item, state, reason, place FROM copied_items ORDER BY item')
        .all()
        .map((row) => Object.values(row).join(' ')),
    );
  if (violations.length === 0) continue;
  failedCount++;
  console.log(`seed ${seed}: ${violations.join('\n  ')}`);
}
console.log(`${failedCount} failed; ${Math.round(process.cpuUsage().user / 1_000)} ms of processor time`);
process.exitCode = Math.min(failedCount, 1);
