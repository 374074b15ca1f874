import { readFileSync } from 'node:fs';
import path from 'node:path';
import { onEndSignal } from '../hosts/node/signals.ts';
import { say } from '../hosts/say.ts';
import { verify } from './verify.ts';

const root = path.join(import.meta.dirname, '..', '..');
const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string };

const stop = new AbortController();
onEndSignal(() => stop.abort());
const print = (line: string): void => void process.stdout.write(`${line}\n`);
process.exitCode = await verify(process.argv.slice(2), {
  version,
  env: process.env,
  labFiles: path.join(root, 'out', 'lab'),
  stopped: stop.signal,
  say,
  print,
});
// Exits explicitly, because open connections and signal listeners keep a finished process running.
process.stdout.write('', () => process.exit());
