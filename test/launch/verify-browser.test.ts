import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { ensureBuild } from '#build/launch/ensure-build.ts';
import { chromiumOptions } from '#test/fixtures/page/chromium.ts';
import { answer, type Plant, startPlanted } from '#test/fixtures/service/planted-service.ts';
import { verifyInProcess } from '#test/fixtures/service/verify-in-process.ts';
import { temporaryFolder } from './temporary-folder.ts';

beforeAll(() => ensureBuild(), 180_000);
// Uses its own temporary folder, because parallel tests keep browser profiles in the shared one.
beforeEach(() => {
  const folder = temporaryFolder();
  vi.stubEnv('TMPDIR', folder.path);
  return () => {
    vi.unstubAllEnvs();
    folder[Symbol.dispose]();
  };
});

/** A wrapper around the test browser that records its arguments. For root it disables the sandbox. */
function testBrowser() {
  const folder = temporaryFolder();
  onTestFinished(() => folder[Symbol.dispose]());
  const { executablePath = '' } = chromiumOptions({ isWhole: true });
  const program = path.join(folder.path, 'browser');
  const stored = path.join(folder.path, 'arguments');
  const rest = process.getuid?.() === 0 ? '--no-sandbox' : '';
  writeFileSync(program, `#!/bin/sh\necho "$*" > '${stored}'\nexec '${executablePath}' ${rest} "$@"\n`, {
    mode: 0o755,
  });
  return { program, argumentsOf: () => (existsSync(stored) ? readFileSync(stored, 'utf8') : '') };
}

const profiles = (): readonly string[] => readdirSync(tmpdir()).filter((name) => name.startsWith('ferry-verify-'));

async function verifyWith(plant: Plant, stopped?: AbortSignal) {
  const planted = await startPlanted(plant);
  onTestFinished(() => planted.close());
  const browser = testBrowser();
  const before = profiles();
  const verified = await verifyInProcess(planted, { browser: browser.program, ...(stopped && { stopped }) });
  const states = verified.run?.proofs.filter(({ group }) => group === 'sdk').map(({ id, state }) => `${id} ${state}`);
  expect(profiles().filter((name) => !before.includes(name))).toEqual([]);
  return { ...verified, states, browserArguments: browser.argumentsOf(), planted };
}

test(
  'the SDK’s flow works in a real browser, whose arguments contain no secret',
  { tags: ['@W11', '@T7'] },
  async () => {
    const { states, browserArguments, planted, messages } = await verifyWith({});
    expect(states, messages.join('\n')).toEqual(['sdk_start held', 'sdk_resume held', 'sdk_events held']);
    expect(browserArguments).toContain('start.html');
    expect(browserArguments).not.toMatch(/http|\/lab\//);
    for (const secret of planted.secrets()) expect(browserArguments).not.toContain(secret);
  },
);

const isModal = ({ path: requested, method }: { path: string; method: string }, wanted: string): boolean =>
  requested.startsWith('/api/v1/migration-modal') && method === wanted;

const faults: Readonly<Record<string, { readonly plant: Plant; readonly states: readonly string[] }>> = {
  'a modal that is not created': {
    plant: {
      after: (request, reply) => {
        if (isModal(request, 'POST')) answer(reply, 400, { type: 'api_error', message: 'No.' });
      },
    },
    states: ['sdk_start violated', 'sdk_resume skipped', 'sdk_events skipped'],
  },
  'a modal that is forgotten': {
    plant: {
      after: (request, reply) => {
        if (isModal(request, 'GET')) answer(reply, 404, { type: 'api_error', message: 'No modal.' });
      },
    },
    states: ['sdk_start held', 'sdk_resume violated', 'sdk_events skipped'],
  },
  'an unreported end': {
    plant: {
      before: (request) => {
        if (request.path.startsWith('/control/migrations/')) request.path = '/control/nowhere';
      },
      after: (request, reply) => {
        if (request.path === '/control/nowhere') answer(reply, 200, {});
      },
    },
    states: ['sdk_start held', 'sdk_resume held', 'sdk_events violated'],
  },
  'no response to pages of this device': {
    plant: { after: (_request, reply) => void delete reply.headers['access-control-allow-origin'] },
    states: ['sdk_start skipped', 'sdk_resume skipped', 'sdk_events skipped'],
  },
};

test.each(Object.keys(faults))('the check of the SDK’s flow names this fault: %s', { tags: '@W11' }, async (name) => {
  const { plant = {}, states: wanted } = faults[name] ?? {};
  const { states, messages } = await verifyWith(plant);
  expect(states, messages.join('\n')).toEqual(wanted);
});

test(
  'stopping a run during its browser proofs leaves no browser and no browser profile',
  { tags: '@W11' },
  async () => {
    const stop = new AbortController();
    const plant: Plant = {
      after: ({ headers }) => {
        if (String(headers['user-agent']).includes('Chrome')) stop.abort();
      },
    };
    const { exitCode, messages } = await verifyWith(plant, stop.signal);
    expect(exitCode).toBe(2);
    expect(messages.at(-2)).toBe('Stopped before the last proof.');
  },
);
