import { describe, expect, test, type TestContext } from 'vitest';
import { contractPlants } from '#test/fixtures/service/contract-plants.ts';
import { type Plant, type PlantedService, startPlanted } from '#test/fixtures/service/planted-service.ts';
import { verifyInProcess } from '#test/fixtures/service/verify-in-process.ts';
import { webhookPlants } from '#test/fixtures/service/webhook-plants.ts';

export const rows = { migrations: 130, companies: 40 };

/** Starts a service with this fault, which ends with the test. */
export async function serve(
  { onTestFinished }: TestContext,
  plant: Plant,
  allowControl = true,
): Promise<PlantedService> {
  const planted = await startPlanted(plant, allowControl, rows);
  onTestFinished(() => planted.close());
  return planted;
}

interface PlantedFaults {
  readonly runsAllProofs: boolean;
  readonly tags: string[];
}

/**
 * Tests that the proofs find each fault of a service.
 * @param options.runsAllProofs also tests that no other proof blames the service, which takes three times as long
 */
export const testPlantedFaults = ({ runsAllProofs, tags }: PlantedFaults): void => {
  const plants = { ...contractPlants, ...webhookPlants };
  // Each test has its own service and mostly waits for it, so the tests run concurrently.
  describe.concurrent('verify', { tags }, () => {
    test.for(Object.keys(plants))('the proofs detect this fault of a service: %s', async (name, context) => {
      const { plant, breaks = [] } = plants[name] ?? {};
      const planted = await serve(context, plant?.() ?? {});
      const { exitCode, run, messages } = await verifyInProcess(planted, runsAllProofs ? {} : { only: breaks.join() });
      const violated = run?.proofs.filter(({ state }) => state === 'violated') ?? [];
      expect({ violated: violated.map(({ id }) => id).toSorted(), exitCode }, messages.join('\n')).toEqual({
        violated: breaks.toSorted(),
        exitCode: 1,
      });
      for (const { places = [] } of violated) expect(places).not.toEqual([]);
    });
  });
};
