import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline/promises';
import { verifyReceipt } from '#service/receipts/verify-receipt.ts';
import { onEndSignal } from '../hosts/node/signals.ts';
import { say } from '../hosts/say.ts';
import { verify } from './verify.ts';

const root = path.join(import.meta.dirname, '..', '..');
const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string };

const stop = new AbortController();
onEndSignal(() => stop.abort());
const print = (line: string): void => void process.stdout.write(`${line}\n`);

/** Reads a line from the terminal. A terminal without output shows no characters, so that a password stays hidden. */
const ask = async (question: string, isHidden: boolean): Promise<string> => {
  if (isHidden) process.stderr.write(question);
  const { stdin: input, stderr: output } = process;
  const lines = createInterface({ input, terminal: true, ...(!isHidden && { output }) });
  try {
    return await lines.question(isHidden ? '' : question, { signal: stop.signal });
  } finally {
    lines.close();
    if (isHidden) process.stderr.write('\n');
  }
};

const args = process.argv.slice(2);
const host = { env: process.env, stopped: stop.signal, say, print };
process.exitCode = await (args[0] === 'receipt'
  ? verifyReceipt(args.slice(1), { ...host, ask: process.stdin.isTTY ? ask : undefined })
  : verify(args, { ...host, version, labFiles: path.join(root, 'out', 'lab') }));
// Exits explicitly, because open connections and signal listeners keep a finished process running.
process.stdout.write('', () => process.exit());
