// A console on the system keychain, controlled by lines of JSON. It needs its own process, because a process keeps its
// first session bus for life. It reads and writes files all the time and counts those operations.
import { mkdtempSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { createSystemSecrets } from '#main/hosts/node/system-secrets.ts';
import { openTestConsole } from '#test/fixtures/console/console-in-process.ts';

const [deadlineMs, userDataDir = mkdtempSync(path.join(tmpdir(), 'ferry-keychain-'))] = process.argv.slice(2);
const { call } = openTestConsole({ userDataDir, secrets: createSystemSecrets('browser', Number(deadlineMs)) });

const files = { rounds: 0, longestMs: 0 };
async function workWithFiles(): Promise<void> {
  const file = path.join(userDataDir, 'work.txt');
  for (;;) {
    const startedAt = performance.now();
    await writeFile(file, `round ${files.rounds}`);
    await readFile(file);
    files.longestMs = Math.max(files.longestMs, performance.now() - startedAt);
    files.rounds += 1;
    await wait(5, undefined, { ref: false });
  }
}
void workWithFiles();

interface Order {
  readonly id: number;
  readonly topic: 'apiKey' | 'profiles' | 'settings' | 'migrations';
  readonly verb: string;
  readonly args: unknown;
}

createInterface({ input: process.stdin }).on('line', async (line) => {
  const { id, topic, verb, args } = JSON.parse(line) as Order;
  if (verb === 'files') {
    process.stdout.write(`${JSON.stringify({ id, outcome: { ...files }, ms: 0 })}\n`);
    files.rounds = 0;
    files.longestMs = 0;
    return;
  }
  const startedAt = performance.now();
  const outcome = await call(topic, verb as never, args as never);
  process.stdout.write(`${JSON.stringify({ id, outcome, ms: performance.now() - startedAt })}\n`);
});
process.stdout.write(`${JSON.stringify({ id: 0, outcome: userDataDir, ms: 0 })}\n`);
