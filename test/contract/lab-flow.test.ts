import assert from 'node:assert/strict';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getAccessToken } from '#service/testing/modal-flow.ts';
import { createStillClock } from '#service/testing/still-clock.ts';
import { openTestService, type TestService } from '#service/testing/test-service.ts';
import { type MigrationStatus, migrationStatuses } from '#shared/migration-api/migration-status.ts';
import type { ModalState } from '#shared/modal-messages/modal-state.ts';
import { practiceUsers } from '#shared/service-control/practice-users.ts';
import { scenarioNames } from '#shared/service-control/sandbox-choices.ts';
import { isSoak, sampleSeed } from '#test/fixtures/values/samples.ts';
import { callOutcomes, LabPlayer } from './lab-flow-model.ts';
import { WatchedModal } from '../service/watched-modal.ts';

let service: TestService;
beforeAll(async () => {
  service = await openTestService(
    { migrations: 1, companies: 1 },
    { allowControl: true, clock: createStillClock(() => service) },
  );
});
afterAll(() => service.end());

const titles: Partial<Record<MigrationStatus, string>> = {
  COMPLETE: 'Completed',
  COMPLETED_WITH_FAILURES: 'Completed',
  FAILED: 'Failed',
  LOGIN_ABANDONED: 'Cancelled',
};
const lines: Partial<Record<MigrationStatus, string>> = {
  NOT_STARTED: 'Signed in; waiting for the end user to start',
  WORKING: 'Copying',
  PENDING_USER_INPUT: 'Waiting for an answer from the end user',
};

/** Compares an open modal's steps with the API's status and the state that the page has read. */
function compare(lab: LabPlayer, status: MigrationStatus, state: ModalState): void {
  const last = lab.step('end');
  const title = titles[status];
  const context = JSON.stringify([status, state.provider, state.login, lab.flow, last], null, 1);
  if (title !== undefined) return assert.equal(last.title, title, context);
  assert.equal(lab.flow.end, null, context);
  // The page reports the provider at its next read. Until then, only the status shows it.
  if (lab.step('provider').state === 'done') assert.notEqual(state.provider, null, context);
  const line = lines[status];
  if (line !== undefined) assert.deepEqual(last.lines, [line], context);
  else assert.ok(!last.lines.some((each) => Object.values(lines).includes(each) || each === 'Signed in'), context);
}

const users = [...practiceUsers, 'ops'].map((name) => `${name}@aurora.example`);
const step = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('Ledgerline', 'Crewbase').map((name) => ['provider', name] as const) },
  { weight: 8, arbitrary: fc.constantFrom(...users).map((name) => ['login', name] as const) },
  { weight: 3, arbitrary: fc.constantFrom('000000', '123456').map((code) => ['code', code] as const) },
  { weight: 5, arbitrary: fc.constantFrom('begin', 'answer').map((name) => [name, ''] as const) },
  { weight: 3, arbitrary: fc.constantFrom(...migrationStatuses).map((status) => ['force', status] as const) },
  { weight: 4, arbitrary: fc.constantFrom('1', '9', '200', '901').map((seconds) => ['wait', seconds] as const) },
  { weight: 2, arbitrary: fc.constantFrom('closed', 'ready', 'crashed').map((how) => ['leave', how] as const) },
);

test.each([undefined, ...scenarioNames])(
  'the steps of the lab match the events, whatever the end user does in the scenario %s',
  { tags: '@C16' },
  async (scenario) => {
    const property = fc.asyncProperty(fc.array(step, { maxLength: 20 }), async (steps) => {
      const modal = await WatchedModal.open(service, scenario);
      const lab = new LabPlayer();
      lab.start('start');
      lab.mint('ok');
      lab.call('access-token', 'ok');
      lab.call('migration-modal', 'ok');
      lab.frame(true);
      let state: ModalState | undefined;
      modal.onLook = (reported, read) => {
        state = read;
        for (const [event, more] of reported) {
          lab.receiveEvent(event, { migration_id: read.migration_id, status: read.status, ...more });
        }
      };
      await modal.reload();
      for (const [name, value] of steps) {
        if (name === 'provider') await modal.provider(value);
        else if (name === 'login') await modal.attempt('login', { user_name: value, password: 'x' });
        else if (name === 'code') await modal.attempt('code', { code: value });
        else if (name === 'force') await modal.force(value as MigrationStatus);
        else if (name === 'wait') await modal.wait(Number(value));
        else if (name !== 'leave') await modal.act(name);
        await modal.look();
        if (state) compare(lab, await modal.status(), state);
        if (name !== 'leave' || (state && state.status in titles)) continue;
        lab.closed(value as 'closed');
        assert.equal(lab.flow.end?.kind, 'closed');
        const goesOn = state?.status === 'WORKING' || state?.status === 'PENDING_USER_INPUT';
        assert.equal(lab.step('end').title, `Closed; the migration ${goesOn ? 'continues' : 'is waiting'}`);
        lab.start('resume');
        lab.found(true, state?.status);
        lab.frame(state?.status !== 'WORKING');
        await modal.reload();
        if (state?.status === 'WORKING') assert.equal(lab.step('end').title, 'Hidden during the copy');
      }
    });
    const result = await fc.check(property, { numRuns: isSoak ? 200 : 20, seed: sampleSeed });
    expect([result.errorInstance, result.counterexample]).toEqual([null, null]);
  },
);

const outcome = fc.oneof({ weight: 4, arbitrary: fc.constant('ok' as const) }, fc.constantFrom(...callOutcomes));
const way = fc.constantFrom('closed', 'ready', 'crashed', 'again', 'waits' as const);
const attempt = fc.record({ mint: outcome, exchange: outcome, record: outcome, speaks: fc.boolean(), way });

test('a start that fails at any step, followed by any action, shows no false step', { tags: ['@C16', '@F26'] }, () => {
  const property = fc.property(fc.array(attempt, { minLength: 1, maxLength: 5 }), (attempts) => {
    const lab = new LabPlayer();
    lab.start('start');
    for (const { mint, exchange, record, speaks, way: next } of attempts) {
      lab.mint(mint);
      if (mint === 'ok') lab.call('access-token', exchange);
      const isExchanged = mint === 'ok' && exchange === 'ok';
      if (isExchanged) lab.call('migration-modal', record);
      const isThere = isExchanged && record === 'ok';
      if (isThere) lab.frame(true);
      if (isThere && speaks) lab.receiveEvent('opened', { migration_id: 'm', status: 'NOT_READY' });
      else lab.rejected(mint === 'ok' ? (isThere ? 'page_timeout' : 'service_error') : 'backend');
      lab.pass(10_000);
      if (next === 'waits') lab.start('start');
      else {
        lab.closed(next === 'again' ? 'closed' : next);
        assert.equal(lab.flow.end?.kind, isThere ? 'closed' : 'not_opened');
        // The SDK's "Try again" requests a link token, without an action in the lab.
        if (next !== 'again') lab.start('start');
      }
    }
  });
  const result = fc.check(property, { numRuns: isSoak ? 5_000 : 500, seed: sampleSeed });
  expect([result.errorInstance, result.counterexample]).toEqual([null, null]);
});

test('init() with nothing to resume stops the steps and deletes the token', { tags: ['@C16', '@F26'] }, () => {
  const lab = new LabPlayer();
  lab.start('start');
  lab.mint('ok');
  lab.call('access-token', 'ok');
  lab.start('resume');
  lab.found(false);
  expect(lab.flow.accessToken?.endedAfterMs).not.toBeNull();
  expect(lab.step('modal')).toMatchObject({ state: 'failed', lines: ['Stopped here'] });
});

// Whole minutes, whose sums stay far enough from a token's expiry that a slow run doesn't matter.
const minutes = [60, 600, 1_740, 3_540, 3_660] as const;
const tokenStep = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...minutes).map((seconds) => ['clock', seconds] as const) },
  { weight: 3, arbitrary: fc.constantFrom(...minutes).map((seconds) => ['pass', seconds] as const) },
  fc.constantFrom('put-back', 'expire', 'reset', 'start', 'resume', 'leave').map((name) => [name, 0] as const),
);

test(
  'the countdown of an access token is empty exactly when the service rejects the token',
  { tags: ['@C16', '@W4', '@X21'] },
  async () => {
    const control = (method: 'POST' | 'DELETE', name: string, body?: unknown) =>
      service.send({ method, url: `/control/${name}`, ...(body === undefined ? {} : { body }) });
    const property = fc.asyncProperty(fc.array(tokenStep, { maxLength: 12 }), async (steps) => {
      await control('DELETE', 'clock');
      const lab = new LabPlayer();
      let token = '';
      const waitForClockChange = async () =>
        lab.serviceTime((await service.send({ url: '/control/state' })).body['now'] ?? '');
      const start = async () => {
        token = await getAccessToken(service);
        lab.start('start');
        lab.mint('ok');
        lab.call('access-token', 'ok');
        lab.call('migration-modal', 'ok');
        await waitForClockChange();
      };
      await start();
      for (const [name, seconds] of steps) {
        if (name === 'clock' || name === 'pass') await control('POST', 'clock', { advance_seconds: seconds });
        // Both clocks advance normally.
        if (name === 'pass') lab.pass(seconds * 1_000);
        if (name === 'put-back') await control('DELETE', 'clock');
        if (name === 'expire') await control('POST', 'tokens/expire');
        if (name === 'reset') await control('POST', 'reset');
        if (name === 'expire' || name === 'reset') lab.tokensEnded();
        if (name === 'start') await start();
        if (name === 'leave') lab.closed('closed');
        if (name === 'resume') lab.start('resume');
        await waitForClockChange();
        const { status } = await service.send({ url: '/api/v1/migration-modal', bearer: token });
        const isTaken = status !== 401;
        const { accessToken } = lab.flow;
        assert.ok(accessToken !== null);
        assert.equal(accessToken.ageMs < 3_600_000, isTaken, JSON.stringify([name, accessToken, status]));
        const isReportedValue = lab.step('access-token').lines.join().includes('Expired');
        assert.equal(isReportedValue, !isTaken);
      }
    });
    const result = await fc.check(property, { numRuns: isSoak ? 300 : 40, seed: sampleSeed });
    expect([result.errorInstance, result.counterexample]).toEqual([null, null]);
  },
);
