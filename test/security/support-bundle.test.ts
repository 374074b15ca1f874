import fc from 'fast-check';
import { strFromU8, unzipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { createRedactor } from '#main/console/log/redactor.ts';
import { buildBundle } from '#main/console/support-bundle/build-bundle.ts';
import type { BundleMaterial } from '#main/console/support-bundle/bundle-text.ts';
import type { RequestDetail } from '#shared/console-contract/requests-calls.ts';
import { actingCharactersIn } from '#test/fixtures/values/acting-characters.ts';
import { formsOf, hitsIn } from '#test/fixtures/secrets/secret-search.ts';
import { isSoak } from '#test/fixtures/values/samples.ts';

const id = '8f3c1d02-6b1e-4c6f-9f51-2b90fe639f51';
const now = new Date('2026-11-21T10:00:00.000Z');

const requestWith = (text: string): RequestDetail => ({
  line: {
    id: 1,
    at: now.toISOString(),
    method: 'GET',
    path: `/api/v1/migrations/${id}?note=${encodeURIComponent(text)}`,
    host: 'api.example',
    status: 200,
    problem: null,
    tryNumber: 1,
    profileId: 'brightwater',
    triesAllowed: 3,
    totalMs: 12.3,
    replyBytes: 10,
    drift: 0,
    bulk: null,
  },
  operation: 'api.v1.migrations.get',
  origin: 'https://api.example',
  timing: { queueMs: 0, connectMs: null, firstByteMs: 1, totalMs: 12.3 },
  requestHeaders: [{ kind: 'text', name: 'X-Note', value: text }],
  replyHeaders: [{ kind: 'redacted', name: 'Set-Cookie', note: 'Redacted' }],
  requestBody: { bytes: 0, text: null, state: 'none' },
  replyBody: { bytes: 10, text: JSON.stringify({ note: text, link_token: text }), state: 'whole' },
  problemDetail: text,
  drift: [],
});

const createMaterial = (text: string, more: Partial<BundleMaterial> = {}): BundleMaterial => ({
  title: `Migration ${id}`,
  at: now.toISOString(),
  profile: { name: `Brightwater ${text}`, environment: 'test', baseURL: 'https://api.example' },
  versions: [{ name: 'Console', version: '0.1.0' }],
  company: text,
  migration: { id, json: JSON.stringify({ id, note: text }), problem: text },
  activity: null,
  crashes: [],
  copied: {
    status: text,
    isPractice: false,
    began: null,
    ended: null,
    total: 1,
    copied: 0,
    altered: 0,
    skipped: 0,
    failed: 1,
    pending: 0,
    collections: [
      {
        name: text,
        total: 1,
        copied: 0,
        altered: 0,
        skipped: 0,
        failed: 1,
        pending: 0,
        isCounted: true,
        isForbidden: false,
        reasons: [{ reason: text, count: 1 }],
      },
    ],
  },
  timeline: [
    {
      status: text,
      at: now.toISOString(),
      until: now.toISOString(),
      unseenMs: 90_000,
      possible: false,
      clockSetBack: false,
    },
  ],
  requests: [requestWith(text)],
  recordings: [
    {
      format: 'ferry-modal-lab-recording',
      version: 1,
      recordedAt: now.toISOString(),
      service: 'api.example',
      entries: [
        { id: 1, flow: 1, atMs: 3, kind: 'event', name: text, unknown: false, json: JSON.stringify({ data: text }) },
      ],
      requests: [{ id: 1, flow: 1, atMs: 1, from: 'page', method: 'POST', path: `/x?y=${text}`, status: 200, ms: 3 }],
    },
  ],
  ...more,
});

const unpacked = (zip: Uint8Array): Record<string, string> =>
  Object.fromEntries(Object.entries(unzipSync(zip)).map(([name, bytes]) => [name, strFromU8(bytes)]));

describe('support bundle', { tags: '@W5' }, () => {
  test('a known key or token is nowhere in the bundle, in whatever form it arrived', { tags: ['@T5', '@T7'] }, () => {
    const secret = fc
      .string({ minLength: 20, maxLength: 60, unit: fc.constantFrom(...'ABCDEFGHJKabcdefghjk0123456789_-+/=') })
      .filter((one) => new Set(one).size > 8);
    fc.assert(
      fc.property(fc.array(secret, { minLength: 2, maxLength: 4 }), fc.nat(4), fc.lorem(), (secrets, form, words) => {
        const redactor = createRedactor();
        for (const one of secrets) redactor.learn(one);
        const hidden = secrets.map((one) => formsOf(one)[form]?.toString(form === 4 ? 'latin1' : 'utf8') ?? one);
        const material = createMaterial(`${words} ${hidden.join(' ')} ${words}`);
        const { files, zip } = buildBundle(material, { userIds: true, redactor, now });
        const inside = Object.values(unpacked(zip)).join('\n');
        expect(hitsIn(Buffer.from(inside), secrets)).toBe(0);
        expect(hitsIn(Buffer.from(JSON.stringify(files)), secrets)).toBe(0);
      }),
      { numRuns: isSoak ? 2_000 : 60 },
    );
  });

  test('an unknown secret is recognized by its field’s name', { tags: ['@T5', '@T7'] }, () => {
    const redactor = createRedactor();
    const { files } = buildBundle(createMaterial('planted-token-of-a-body'), { userIds: true, redactor, now });
    expect(files.find(({ name }) => name === 'requests.json')?.text).not.toContain('"link_token":"planted');
  });

  test('user IDs are included only on request', { tags: '@T40' }, () => {
    const userId = 'ada.lovelace@example.com';
    const uuid = '11111111-2222-4333-8444-555555555555';
    const redactor = createRedactor();
    const body = JSON.stringify({ id, created_by_user_id: uuid, notes: `asked by ${userId}` });
    const material = createMaterial(`for ${userId}, ${encodeURIComponent(userId)} and ${uuid}`, {
      migration: { id, json: body, problem: null },
    });
    const without = buildBundle(material, { userIds: false, redactor, now });
    const inside = Object.values(unpacked(without.zip)).join('\n');
    expect(inside).not.toContain(uuid);
    expect(inside.toLowerCase()).not.toMatch(/ada\.lovelace/);
    expect(without.hidesUsers).toBe(true);
    expect(inside).toContain('user-1');
    const withIds = Object.values(unpacked(buildBundle(material, { userIds: true, redactor, now }).zip)).join('\n');
    expect(withIds).toContain(uuid);
    expect(withIds).toContain(userId);
  });

  test(
    'a service’s strings have no control characters in the bundle’s files, and start no line',
    { tags: '@T35' },
    () => {
      const redactor = createRedactor();
      const hostileText = 'a\u001b]0;x\u0007b\u009b2J\u007fc\r\nForged: yes\rd\u2028e\u202ef\tg';
      const { files } = buildBundle(createMaterial(hostileText), { userIds: true, redactor, now });
      expect(files).toHaveLength(11);
      for (const { name, text } of files) {
        expect([name, actingCharactersIn(text)]).toEqual([name, []]);
        expect([name, /^(?:Forged|d)/m.test(text)]).toEqual([name, false]);
      }
      for (const { text } of files.filter(({ name }) => name.endsWith('.json'))) {
        expect(() => JSON.parse(text) as unknown).not.toThrow();
      }
      const versions = JSON.parse(files.find(({ name }) => name === 'versions.json')?.text ?? '') as {
        company: string;
      };
      expect(versions.company).toBe(hostileText);
    },
  );

  test('a user can read the bundle, which starts with a README that names each file, and has no empty files', () => {
    const redactor = createRedactor();
    const full = buildBundle(createMaterial('a note'), { userIds: false, redactor, now });
    const names = full.files.map(({ name }) => name);
    expect(names[0]).toBe('README.txt');
    expect(Object.keys(unzipSync(full.zip))).toEqual(names);
    for (const name of names.slice(1)) expect(full.files[0]?.text).toContain(`  ${name}`);
    expect(unpacked(full.zip)['timeline.md']).toContain('not observed for the previous 1 min 30 s');
    const nothing = { migration: null, copied: null, activity: null, timeline: [], requests: [], recordings: [] };
    const bare = buildBundle(createMaterial('x', nothing), { userIds: false, redactor, now });
    expect(bare.files.map(({ name }) => name)).toEqual(['README.txt', 'versions.json']);
  });
});
