import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { installFromPypi } from '#test/fixtures/providers/python-servers.ts';
import type { StoredItem } from './stored-items.ts';

interface Pair {
  readonly kind: StoredItem['kind'];
  readonly before: string;
  readonly after: string;
}

/** Names the properties that differ within each pair. Its parsers share no code with the service. */
export const compareItems = async (pairs: readonly Pair[]): Promise<readonly (readonly string[])[]> => {
  const packages = await installFromPypi('parsers', ['icalendar==6.3.1', 'vobject==0.9.9']);
  const child = spawn('/usr/bin/python3', [path.join(import.meta.dirname, 'compare_items.py')], {
    env: { PATH: process.env['PATH'], PYTHONPATH: packages, PYTHONWARNINGS: 'ignore' },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  child.stdin.end(JSON.stringify(pairs));
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'close')]);
  if (code !== 0) throw new Error(`compare_items.py ended with ${String(code)}`);
  return JSON.parse(output) as string[][];
};
