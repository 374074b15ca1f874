import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type TestConsole, valueOf } from '#test/fixtures/console/console-in-process.ts';
import { connectTo, openConnected } from '#test/fixtures/console/fake-service-console.ts';
import { migrationOf, type FakeService, startFakeService } from '#test/fixtures/service/fake-service.ts';

const { id } = migrationOf(1);
const key = 'ferry_test_stand_in_0000';

let service: FakeService;
let theConsole: TestConsole;
let folder: string;
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'ferry-notes-'));
  service = await startFakeService();
  theConsole = await openConnected(service.url, {
    saveFile: {
      choose: async ({ fileName }) => ({
        file: path.join(folder, fileName),
        fileName,
        written: () => ({ path: path.join(folder, fileName), download: null }),
      }),
      reveal: () => false,
    },
  });
});
afterEach(async () => {
  await theConsole.close();
  await service.close();
  rmSync(folder, { recursive: true, force: true });
});

test(
  'notes and marks are saved, counted, exported and imported, and no service receives them',
  { tags: ['@C51', '@T5'] },
  async () => {
    const { call, events } = theConsole;
    const before = service.requests.length;
    const note = valueOf(await call('triage', 'note', { id, note: `  Asked Ada. The key is ${key}\n` }));
    expect(note.note).toMatch(/^Asked Ada\. The key is /);
    expect(note.note).not.toContain(key);
    const failed = { migrations: [{ id, status: 'FAILED' }] };
    expect(valueOf(await call('triage', 'handle', failed))).toEqual({ ids: [id] });
    expect(valueOf(await call('triage', 'handle', failed))).toEqual({ ids: [] });
    expect(events.filter(({ name }) => name === 'triage:changed')).toHaveLength(2);
    const [entry] = valueOf(await call('triage', 'list', { ids: [id, 'unknown'] }));
    expect(entry).toMatchObject({ id, note: note.note, handled: { status: 'FAILED' } });

    const savedResult = valueOf(await call('triage', 'export', {}));
    const text = readFileSync(savedResult.result === 'saved' ? (savedResult.path ?? '') : '', 'utf8');
    expect(text).not.toContain(key);
    expect(valueOf(await call('triage', 'reopen', { ids: [id] }))).toEqual({ ids: [id] });
    expect(valueOf(await call('triage', 'list', { ids: [id] }))[0]?.handled).toBeNull();

    await connectTo(theConsole, service.url, { name: 'Other' });
    expect(valueOf(await call('triage', 'list', { ids: [id] }))).toEqual([]);
    expect(valueOf(await call('triage', 'import', { text }))).toEqual({
      changed: 1,
      unchanged: 0,
      unreadable: 0,
      replacedNotes: 0,
      keptNotes: 0,
    });
    expect(valueOf(await call('triage', 'list', { ids: [id] }))).toEqual([entry]);
    expect(valueOf(await call('triage', 'import', { text }))).toEqual({
      changed: 0,
      unchanged: 1,
      unreadable: 0,
      replacedNotes: 0,
      keptNotes: 0,
    });
    expect(service.requests.slice(before).join('\n')).not.toContain('Asked');
  },
);

test('a file without notes is rejected with one sentence and changes nothing', { tags: '@C51' }, async () => {
  const { call } = theConsole;
  for (const text of ['', '{', '[]', '{"kind":"ferry-console-profiles","version":1,"entries":[]}']) {
    const refusedReply = await call('triage', 'import', { text });
    expect(refusedReply).toMatchObject({ ok: false, error: { code: 'invalid_arguments' } });
  }
  const text = JSON.stringify({ kind: 'ferry-console-notes', version: 1, entries: [{ id: 1 }, null] });
  expect(valueOf(await call('triage', 'import', { text }))).toEqual({
    changed: 0,
    unchanged: 0,
    unreadable: 2,
    replacedNotes: 0,
    keptNotes: 0,
  });
  expect(valueOf(await call('triage', 'count', {}))).toEqual({ entries: 0 });
});

test(
  'a key that the console learns after a note was written is in no exported file',
  { tags: ['@C51', '@T5'] },
  async () => {
    const { call } = theConsole;
    const later = 'qwertz-4711-asdfgh-0815-yxcvbn';
    valueOf(await call('triage', 'note', { id, note: `They sent ${later} by mail` }));
    await connectTo(theConsole, service.url, { name: 'Later', key: later });
    const { profiles } = valueOf(await call('profiles', 'list', {}));
    valueOf(await call('profiles', 'switch', { id: profiles.find(({ name }) => name === 'Brightwater')?.id ?? '' }));
    const savedResult = valueOf(await call('triage', 'export', {}));
    const text = readFileSync(savedResult.result === 'saved' ? (savedResult.path ?? '') : '', 'utf8');
    expect(text).toContain('They sent');
    expect(text).not.toContain(later);
  },
);
