import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createStillClock } from '#service/testing/still-clock.ts';
import { openTestService, type TestService } from '#service/testing/test-service.ts';
import { type MigrationStatus, migrationStatuses } from '#shared/migration-api/migration-status.ts';
import { practiceUsers } from '#shared/service-control/practice-users.ts';
import { scenarioNames } from '#shared/service-control/sandbox-choices.ts';
import { isSoak, sampleSeed } from '#test/fixtures/values/samples.ts';
import { WatchedModal } from './watched-modal.ts';

let service: TestService;
beforeAll(async () => {
  service = await openTestService(
    { migrations: 1, companies: 1 },
    { allowControl: true, clock: createStillClock(() => service) },
  );
});
afterAll(() => service.end());

const users = [...practiceUsers, 'ops'].map((name) => `${name}@aurora.example`);
const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom('Ledgerline', 'Crewbase', 'Nobody').map((name) => ['provider', name] as const),
  },
  { weight: 8, arbitrary: fc.constantFrom(...users).map((name) => ['login', name] as const) },
  { weight: 4, arbitrary: fc.constantFrom('000000', '123456').map((code) => ['code', code] as const) },
  { weight: 4, arbitrary: fc.constantFrom('Aurora', 'Aurora Catering').map((name) => ['company', name] as const) },
  { weight: 5, arbitrary: fc.constantFrom('begin', 'answer').map((name) => [name] as const) },
  { weight: 1, arbitrary: fc.constant(['close'] as const) },
  { weight: 3, arbitrary: fc.constantFrom(...migrationStatuses).map((status) => ['force', status] as const) },
  { weight: 4, arbitrary: fc.constantFrom(1, 4, 9, 200, 901).map((seconds) => ['wait', seconds] as const) },
  { weight: 1, arbitrary: fc.constant(['wait', 3_700] as const) },
);

const run = (modal: WatchedModal, [name, value]: readonly [string, (string | number)?]): Promise<void> => {
  switch (name) {
    case 'provider':
      return modal.provider(String(value));
    case 'login':
      return modal.attempt('login', { user_name: String(value), password: 'x' });
    case 'code':
      return modal.attempt('code', { code: String(value) });
    case 'company':
      return modal.attempt('company', { company: String(value) });
    case 'force':
      return modal.force(value as MigrationStatus);
    case 'wait':
      return modal.wait(Number(value));
    default:
      return modal.act(name as 'begin' | 'answer' | 'close');
  }
};

test.each([undefined, ...scenarioNames])(
  'events are reported exactly when they happen in the scenario %s',
  { tags: '@X4' },
  async (scenario) => {
    const looks = fc.array(fc.tuple(step, fc.boolean()), { maxLength: 24 });
    const property = fc.asyncProperty(fc.boolean(), looks, async (isFar, steps) => {
      const modal = await WatchedModal.open(service, scenario);
      if (isFar)
        for (const each of [
          ['provider', 'Ledgerline'],
          ['login', 'ops@aurora.example'],
        ] as const)
          await run(modal, each);
      for (const [each, isLookedAt] of steps) {
        await run(modal, each);
        if (isLookedAt) await modal.look();
      }
      await modal.check();
    });
    const result = await fc.check(property, { numRuns: isSoak ? 300 : 25, seed: sampleSeed });
    expect(fc.defaultReportMessage(result)).toBeUndefined();
  },
);

test('an abandoned login has no success event', { tags: '@X4' }, async () => {
  const modal = await WatchedModal.open(service);
  await modal.provider('Ledgerline');
  await modal.attempt('login', { user_name: 'abandons@aurora.example', password: 'x' });
  await modal.look();
  expect(modal.reported).toEqual(['opened', 'provider_selected', 'status_changed']);
});
