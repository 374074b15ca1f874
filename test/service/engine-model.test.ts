import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openModal } from '#service/testing/modal-flow.ts';
import { createStillClock } from '#service/testing/still-clock.ts';
import { openTestService, type TestService } from '#service/testing/test-service.ts';
import { migrationStatuses } from '#shared/migration-api/migration-status.ts';
import { isSoak, sampleSeed } from '#test/fixtures/values/samples.ts';
import { forceStep, modelledScenarios, newModel, userSteps, waitStep } from './engine-model.ts';

let service: TestService;
beforeAll(async () => {
  service = await openTestService(
    { migrations: 2, companies: 1 },
    { allowControl: true, clock: createStillClock(() => service) },
  );
});
afterAll(() => service.end());

test.each(modelledScenarios)(
  'the engine and its model agree for any sequence of steps: %s',
  { tags: '@X1' },
  async (name) => {
    const wait = fc.oneof(fc.integer({ min: 0, max: 5 }), fc.integer({ min: 6, max: 4_000 }));
    const steps = [
      ...userSteps.map((step) => fc.constant(step)),
      wait.map(waitStep),
      fc.constantFrom(...migrationStatuses).map(forceStep),
    ];
    const setup = async (hasStarted: boolean) => {
      await service.send({ method: 'POST', url: '/control/scenario', body: { next: name } });
      const { path } = await openModal(service, 'ops@halden.example');
      const { body } = await service.send({ url: `${path}/state`, bearer: null });
      const start = { model: newModel(name), real: { service, path, id: String(body['migration_id']) } };
      for (const step of hasStarted ? userSteps.slice(0, 3) : []) await step.run(start.model, start.real);
      return start;
    };
    const numRuns = isSoak ? 500 : 40;
    const commands = fc.commands(steps, { maxCommands: 16 });
    const property = fc.asyncProperty(fc.boolean(), commands, (hasStarted, run) =>
      fc.asyncModelRun(() => setup(hasStarted), run),
    );
    const result = await fc.check(property, { numRuns, seed: sampleSeed });
    expect(fc.defaultReportMessage(result)).toBeUndefined();
  },
);
