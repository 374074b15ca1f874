import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fail } from '#shared/app-error.ts';
import { systemClock } from '../clock/clock.ts';
import { createTokenHistory } from '../link-tokens/link-tokens.ts';
import { createRedactor } from '../log/redactor.ts';
import type { LabReport } from '#shared/lab-messages.ts';
import type { Lab, LabTopics } from './lab.ts';
import { createLabs, type Labs } from './labs.ts';

let labs: Labs | null = null;
let labFiles: string;
beforeEach(() => (labFiles = mkdtempSync(path.join(tmpdir(), 'ferry-lab-files-'))));
afterEach(async () => {
  await labs?.close();
  rmSync(labFiles, { recursive: true, force: true });
});

const place = (serviceURL: string, profileId = 'p') => ({ profileId, binding: profileId, serviceURL });

function openLabs(
  host: 'electron' | 'browser',
  forgetGuest = async (): Promise<void> => undefined,
  limitedTo: readonly string[] | null = null,
  onResponse: (profileId: string) => void = () => undefined,
  recordStatus: (...status: string[]) => void = () => undefined,
): Labs {
  for (const name of ['lab-page.js', 'ferry-sdk.js', 'lab-page.css', 'lab-page.html']) {
    writeFileSync(path.join(labFiles, name), name.endsWith('html') ? '<html lang="en"></html>' : '');
  }
  const topics = {
    ports: { host, labFiles, redactor: createRedactor(), forgetGuest },
    clock: systemClock,
    linkTokens: {
      mint: async () => fail('offline', new Date()),
      history: createTokenHistory(systemClock, () => undefined),
    },
    connection: { onResponse },
    timeline: { observer: { recordStatus } },
    companies: { directory: { refresh: async () => undefined } },
    profiles: { active: { signal: () => new AbortController().signal } },
    network: {
      getNamed: () => Promise.reject(new Error('none')),
      refusalOfNamed: () => null,
      limitedTo: () => limitedTo,
    },
    events: { emit: () => undefined },
  };
  labs = createLabs(topics as unknown as LabTopics);
  return labs;
}
const here = 'http://127.0.0.1:4100';
const hostedUrl = 'https://api.brightwater.example/base';
const policyOf = async (address: string) => (await fetch(address)).headers.get('content-security-policy') ?? '';

test.each([
  ['browser', here, 'frame', 'frame-ancestors http://127.0.0.1:*'],
  ['browser', hostedUrl, 'tab', "frame-ancestors 'none'"],
  ['electron', here, 'webview', "frame-ancestors 'none'"],
  ['electron', hostedUrl, 'webview', "frame-ancestors 'none'"],
] as const)('the %s host opens the lab for %s in a %s', { tags: '@C16' }, async (host, url, shownIn, ancestors) => {
  const lab = await openLabs(host).open(null, place(url));
  expect(lab.view().shownIn).toBe(shownIn);
  const policy = await policyOf(lab.view().address);
  expect(policy).toContain(ancestors);
  expect(policy).toContain(`connect-src 'self' ${new URL(url).origin};`);
});

test('each lab has its own port and partition, and partitions are reused', { tags: ['@C17', '@T11'] }, async () => {
  const all = openLabs('electron');
  const [one, two] = [await all.open(null, place(here)), await all.open(null, place(here))];
  expect([one.view().partition, two.view().partition]).toEqual(['ferry-lab-1', 'ferry-lab-2']);
  expect(new URL(one.view().address).port).not.toBe(new URL(two.view().address).port);
  expect(all.guestOrigins('ferry-lab-1')).toEqual([new URL(one.view().address).origin, here]);
  await all.end(one.view().labId);
  expect(all.guestOrigins('ferry-lab-1')).toBeNull();
  expect((await all.open(null, place(here))).view().partition).toBe('ferry-lab-1');
});

test('a partition is cleared before another lab gets it', { tags: ['@C17', '@T11'] }, async () => {
  let finish: () => void = () => undefined;
  const partitionCleared = new Promise<void>((resolve) => (finish = resolve));
  const all = openLabs('electron', () => partitionCleared);
  const lab = await all.open(null, place(here));
  const ended = all.end(lab.view().labId);
  expect((await all.open(null, place(here))).view().partition).toBe('ferry-lab-2');
  finish();
  await ended;
  expect((await all.open(null, place(here))).view().partition).toBe('ferry-lab-1');
});

test(
  'opening a lab again returns the open lab, a profile switch ends it, and a fifth lab closes another',
  { tags: '@C16' },
  async () => {
    const all = openLabs('electron');
    const lab = await all.open(null, place(here));
    expect(await all.open(lab.view().labId, place(here))).toBe(lab);
    for (let more = 0; more < 4; more += 1) await all.open(null, place(here));
    expect(all.find(lab.view().labId)).toBeNull();
    all.follow('another', 'another', here, false);
    expect(all.guestOrigins('ferry-lab-1')).toBeNull();
  },
);

test('a lab ends if the user leaves its profile while it opens', { tags: '@C16' }, async () => {
  const all = openLabs('electron');
  const opening = all.open(null, place(here));
  all.follow('another', 'another', here, false);
  const lab = await opening;
  expect(all.all()).toEqual([]);
  await expect(fetch(lab.view().address)).rejects.toThrow('fetch failed');
});

test(
  'a lab reports that its Sandbox restarted on another port, and a new lab replaces it',
  { tags: ['@C16', '@F26'] },
  async () => {
    const all = openLabs('browser');
    const lab = await all.open(null, place(here, 'sandbox'));
    all.follow('sandbox', 'sandbox', 'http://127.0.0.1:4200', false);
    expect(lab.view().problem).toMatchObject({ code: 'service_moved', detail: 'http://127.0.0.1:4200' });
    const next = await all.open(lab.view().labId, place('http://127.0.0.1:4200', 'sandbox'));
    expect(next).not.toBe(lab);
    expect(next.view().problem).toBeNull();
    await expect(fetch(lab.view().address)).rejects.toThrow('fetch failed');
  },
);

/** Sends a POST from page load `p`. */
const post = async (lab: Lab, name: string, report?: LabReport): Promise<unknown> => {
  const { address } = lab.view();
  const headers = { 'Content-Type': 'application/json', Origin: new URL(address).origin };
  const body = JSON.stringify({ page: 'p', ...(report && { report }) });
  return (await fetch(address + name, { method: 'POST', headers, body })).json();
};
const reportOf = (lab: Lab, report: LabReport) => post(lab, 'report', report);

const modalRecord = { kind: 'request', method: 'POST', path: '/api/v1/migration-modal', status: 200, ms: 5 } as const;
const notifications = (type: string, status: string) =>
  ({
    kind: 'event',
    message: { source: 'ferry_modal', event: { type: `migration_modal.${type}`, data: { migration_id: 'm', status } } },
  }) as const;

test('an open modal closes when its profile becomes read-only', { tags: ['@C52', '@C16'] }, async () => {
  const all = openLabs('electron');
  const lab = await all.open(null, place(here));
  await reportOf(lab, { kind: 'ready', storage: 'ok' });
  lab.start('start');
  await reportOf(lab, modalRecord);
  all.follow('p', 'p', here, true);
  await reportOf(lab, { kind: 'frame', ms: 5 });
  all.follow('p', 'p', here, false);
  lab.give({ do: 'theme', theme: 'dark' });
  expect(await post(lab, 'next')).toEqual({ commands: [{ do: 'theme', theme: 'dark' }] });
  all.follow('p', 'p', here, true);
  expect(await post(lab, 'next')).toEqual({ commands: [{ do: 'close' }] });
});

test(
  'the lab reports each response that its page receives, and each status once',
  { tags: ['@C16', '@C31b', '@W1'] },
  async () => {
    const answers: string[] = [];
    const statuses: string[] = [];
    const all = openLabs(
      'electron',
      undefined,
      null,
      (profileId) => answers.push(profileId),
      (...status) => statuses.push(status.join(' ')),
    );
    const lab = await all.open(null, place(here));
    await reportOf(lab, { kind: 'ready', storage: 'ok' });
    lab.start('start');
    await reportOf(lab, { ...modalRecord, status: null });
    expect(answers).toEqual([]);
    await reportOf(lab, modalRecord);
    expect(answers).toEqual(['p']);
    await reportOf(lab, notifications('opened', 'NOT_READY'));
    await reportOf(lab, notifications('provider_selected', 'NOT_READY'));
    await reportOf(lab, notifications('status_changed', 'NOT_STARTED'));
    await reportOf(lab, notifications('login_succeeded', 'NOT_STARTED'));
    expect(statuses).toEqual(['p m NOT_READY', 'p m NOT_STARTED']);
  },
);
