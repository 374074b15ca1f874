import { expect, test } from 'vitest';
import { openDataInProcess } from './testing/data-in-process.ts';

const at = Date.parse('2026-11-20T14:30:00.000Z');
const id = '00000000-0000-4000-8000-000000000001';
const stuckHours = { WORKING: 1, PENDING_USER_INPUT: 24, NOT_STARTED: 24 };

test('pages and replies that arrive after a profile was removed store nothing', { tags: '@C5' }, async () => {
  const ask = openDataInProcess();
  const rule = {
    id: 'all',
    isOn: true,
    when: { kind: 'change' },
    of: { kind: 'any' },
    notifies: true,
    since: null,
  } as const;
  const quietHours = { isOn: false, from: '19:00', to: '07:00', weekend: false };
  const open = async (profileId: string) => {
    await ask('judgeAlertsBy', { profileId, rules: [rule], watched: [], stuckHours, quietHours, at });
    await ask('beginRows', { profileId, resource: 'migrations', load: 'l' });
  };
  const seePage = (profileId: string, status: string) => {
    const text = JSON.stringify({
      results: [{ id, status, created: null, created_by_user_id: 'a', company_id: null }],
    });
    const pages = [{ page: 1, pageSize: 100, at, text, before: null }];
    return ask('keepPages', { profileId, resource: 'migrations', load: 'l', pages });
  };
  const seeRow = (profileId: string, status: string) =>
    ask('freshenRows', {
      profileId,
      at,
      isWhole: false,
      rows: [{ id, status, created: null, companyId: null, createdByUserId: null }],
    });
  const counts = async (profileId: string) => {
    const { timeline, alerts, triage } = await ask('countStored', { profileId });
    return [timeline, alerts, triage];
  };
  for (const profileId of ['gone', 'stays']) {
    await open(profileId);
    await seeRow(profileId, 'WORKING');
    await ask('writeNote', { profileId, id, note: 'called', at });
    // The timeline hasn't stored a page's rows yet when the profile is removed.
    await seePage(profileId, 'PENDING_USER_INPUT');
  }
  await ask('forgetProfile', { profileId: 'gone' });
  for (const profileId of ['gone', 'stays']) {
    await seePage(profileId, 'NOT_STARTED');
    await seeRow(profileId, 'WORKING');
  }
  expect(await counts('gone')).toEqual([0, 0, 0]);
  expect(await counts('stays')).toEqual([4, 3, 1]);
});
