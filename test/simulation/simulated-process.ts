import type { FastifyBaseLogger } from 'fastify';
import { startEngine, startHousekeeping } from '#service/background-work.ts';
import type { ContentWorker } from '#service/content-worker/content-worker.ts';
import { startCopier } from '#service/copy/copier.ts';
import { itemTasks } from '#service/copy/item-tasks.ts';
import { createFailureLog } from '#service/operations/failure-log.ts';
import { davTasks } from '#service/providers/dav/dav-tasks.ts';
import { ItemFailed } from '#service/providers/copy-ports.ts';
import type { CopyTarget } from '#service/providers/mail-ports.ts';
import type { SourceProvider } from '#service/providers/source-provider.ts';
import { createActionRunner } from '#service/routes/run-action.ts';
import { startDelivery } from '#service/webhooks/deliver.ts';
import type { Sender } from '#service/webhooks/send-request.ts';
import { connectStore, type SimulatedDatabase, type StoreFaults } from './simulated-store.ts';
import type { Owner } from './virtual-time.ts';
import type { World } from './world.ts';

const tasks: Readonly<Record<string, (...args: never[]) => unknown>> = { ...itemTasks, ...davTasks };

/** Runs the tasks of the content processes in this process, because they share nothing with the service. */
const contentWorker: ContentWorker = {
  runFor: () =>
    (async (name: string, ...args: never[]) => {
      try {
        return tasks[name]?.(...args);
      } catch {
        throw new ItemFailed('unreadable');
      }
    }) as never,
  stop: () => {},
};

interface ProcessOptions {
  readonly database: SimulatedDatabase;
  readonly storeFaults: () => StoreFaults;
  readonly providers: (content: ContentWorker) => readonly SourceProvider[];
  readonly destinationOf: (process: string, content: ContentWorker) => Promise<CopyTarget | undefined>;
  readonly sender: Sender;
}

/** Starts one instance of the service: its real engine, copier, webhooks and housekeeping. */
export const startProcess = (world: World, name: string, options: ProcessOptions) => {
  const { time } = world;
  const owner: Owner = { name, isDead: false };
  const log = (details: unknown, text?: unknown): void =>
    world.note(typeof details === 'string' ? details : `${String(text)} ${JSON.stringify(details)}`);
  const logger = { debug: () => {}, info: log, warn: log, error: log } as unknown as FastifyBaseLogger;
  return time.runAs(owner, () => {
    world.note('starts');
    const store = connectStore(world, options.database, options.storeFaults);
    const failures = createFailureLog(logger);
    const copier = startCopier({
      store,
      clock: store.clock,
      destinationOf: () => options.destinationOf(name, contentWorker),
      content: contentWorker,
      logger,
    });
    const stopEngine = startEngine(store, logger, failures);
    const stopHousekeeping = startHousekeeping({ store, failures, writeCounts: async () => {}, retain: {} });
    const delivery = startDelivery({ store, sender: options.sender, logger, failures });
    const providersOf = async (): Promise<readonly SourceProvider[]> => options.providers(contentWorker);
    const runAction = createActionRunner(store, { providersOf, hold: copier.hold });
    return {
      name,
      owner,
      store,
      runAction,
      kill: (): void => {
        owner.isDead = true;
        world.note(`${name} is killed`);
      },
      /** The order of `start-service.ts`. */
      stop: (): Promise<void> =>
        time.runAs(owner, async () => {
          world.note('stops');
          await delivery.stop();
          await copier.stop();
          await stopEngine();
          await stopHousekeeping();
          failures.end();
          world.note('stopped');
        }),
    };
  });
};

export type SimulatedProcess = ReturnType<typeof startProcess>;
