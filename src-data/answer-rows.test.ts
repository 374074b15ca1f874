import { expect, test } from 'vitest';
import { openDataInProcess } from './testing/data-in-process.ts';

const at = Date.parse('2026-11-20T14:30:00.000Z');
const timeText = (ms: number): string => new Date(ms).toISOString();
const rowOf = (status: string) => ({ id: 'a', status, created: null, createdByUserId: null, companyId: null });

test('a row of a reply has the time of a change that is not stored yet', { tags: '@W1' }, async () => {
  const ask = openDataInProcess();
  const see = (status: string, ms: number) =>
    ask('freshenRows', { profileId: 'p', rows: [rowOf(status)], isWhole: false, at: ms });
  await see('NOT_STARTED', at);
  await see('WORKING', at + 1_000);
  const args = { profileId: 'p', ids: ['a'], at: at + 2_000, isReply: true };
  const { rows } = await ask('migrationsByIds', args);
  expect(rows).toMatchObject([{ since: timeText(at + 1_000), changed: timeText(at + 1_000) }]);
});

test('an empty list counts as a read', { tags: '@C50' }, async () => {
  const ask = openDataInProcess();
  const quietHours = { isOn: false, from: '19:00', to: '07:00', weekend: false };
  const rule = { id: 'all', isOn: true, when: { kind: 'change' }, of: { kind: 'any' }, notifies: true, since: null };
  const stuckHours = { WORKING: 1, PENDING_USER_INPUT: 24, NOT_STARTED: 24 };
  await ask('judgeAlertsBy', { profileId: 'p', rules: [rule as never], watched: [], stuckHours, quietHours, at });
  for (const minutes of [0, 60]) {
    await ask('freshenRows', { profileId: 'p', rows: [], isWhole: false, at: at + minutes * 60_000 });
  }
  await ask('timeline', { profileId: 'p', migrationId: 'a' });
  const notices = await ask('alertNotices', { profileId: 'p', at: at + 61 * 60_000 });
  expect(notices).toMatchObject([{ kind: 'gap', from: timeText(at), to: timeText(at + 60 * 60_000) }]);
});
