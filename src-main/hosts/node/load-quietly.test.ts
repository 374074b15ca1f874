import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { openConfWriter } from './conf-writer.ts';

test('C20 [fault] (F28) the settings library does not listen to signals, so that the console ends in its own order', async () => {
  const counts = () =>
    (['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGUSR2'] as const).map((signal) => process.listenerCount(signal));
  const before = counts();
  const own = () => undefined;
  process.on('SIGUSR2', own);
  const folder = mkdtempSync(path.join(tmpdir(), 'ferry-conf-'));
  const write = await openConfWriter(folder, 'settings');
  expect(process.listeners('SIGUSR2')).toContain(own);
  process.removeListener('SIGUSR2', own);
  expect(counts()).toEqual(before);
  write({ a: 1 });
  expect(JSON.parse(readFileSync(path.join(folder, 'settings.json'), 'utf8'))).toEqual({ a: 1 });
});
