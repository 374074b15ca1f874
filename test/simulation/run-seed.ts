import type { Run } from '#service/migration-engine/run.ts';
import { checkInvariants } from './invariants.ts';
import { type SimulatedProcess, startProcess } from './simulated-process.ts';
import { createSimulatedReceiver } from './simulated-receiver.ts';
import { noFaults, type ServerFaults } from './simulated-server.ts';
import type { SimulatedDatabase } from './simulated-store.ts';
import { contactSides, mailSides } from './two-sides.ts';
import { migrate } from './simulated-user.ts';
import { createWorld, type World } from './world.ts';

const organization = 1;
/** Afterwards, everything must finish. */
const faultsEndMs = 90_000;
const limits = { untilMs: 24 * 3_600_000, events: 400_000 };

const pickFaults = (world: World): ServerFaults => {
  const { random, chance } = world;
  if (chance(0.3)) return noFaults;
  const share = random.pick([0.01, 0.05, 0.15]);
  const some = (): number => (chance(0.4) ? share : 0);
  return {
    refuse: some(),
    fail: some(),
    cutBefore: some(),
    cutAfter: some(),
    arriveLate: some(),
    stall: chance(0.1) ? 0.01 : 0,
    storePart: chance(0.2) ? share / 2 : 0,
  };
};

export interface SeedResult {
  readonly trace: readonly string[];
  readonly violations: readonly string[];
}

/** Runs one seed on a database of `openDatabaseOnce`. */
export const runSeed = async (database: SimulatedDatabase, seed: number): Promise<SeedResult> => {
  const world = createWorld(seed);
  const { time, random, chance, between, note } = world;
  const violations: string[] = [];
  database.reset();
  const readRun = (migrationId: string): Run | undefined => {
    const row = database.database
      .prepare('SELECT state FROM migrations JOIN runs ON runs.migration = migrations.row WHERE migrations.id = ?')
      .get(migrationId);
    return row && (JSON.parse(String(row['state'])) as Run);
  };

  const scenario = async (): Promise<void> => {
    const sides = chance(0.5) ? mailSides(world) : contactSides(world);
    const { source, destination } = sides;
    const receiver = createSimulatedReceiver(world);
    let storeFaults = { fail: 0, loseReply: 0 };
    const isFaulty = chance(0.8);
    if (isFaulty) {
      source.setFaults(pickFaults(world));
      destination.setFaults(pickFaults(world));
      if (chance(0.3)) storeFaults = { fail: 0.02, loseReply: 0.02 };
      if (chance(0.3)) receiver.setFaults(0.2);
    }
    await database.store.webhooks.add(
      organization,
      { url: 'https://hooks.example.com/', description: '', statuses: null, secret: 'whsec_c2VjcmV0' },
      { now: Date.now(), by: 'test' },
    );

    const names = ['one', 'two'].slice(0, 1 + random.below(2));
    const processes = new Map<string, SimulatedProcess>();
    const start = (name: string): void => {
      processes.set(
        name,
        startProcess(world, name, {
          database,
          storeFaults: () => storeFaults,
          providers: (content) => [sides.provider(content)],
          destinationOf: async (_process, content) => sides.target(content),
          sender: receiver.sender,
        }),
      );
    };
    for (const name of names) start(name);

    let isOver = false;
    const restartLater = (name: string): void => {
      processes.delete(name);
      const backMs = random.pick([500, 3_000, 20_000]) * random.next();
      world.onServer(backMs, () => {
        if (!isOver) start(name);
      });
    };
    let crashIn = isFaulty && chance(0.7) ? random.below(400) : Infinity;
    let crashes = 0;
    world.watchCalls((owner) => {
      const process = processes.get(owner.name);
      if (process === undefined || process.owner !== owner || isOver || crashIn-- > 0) return;
      process.kill();
      crashes++;
      crashIn = crashes < 3 ? random.below(600) : Infinity;
      restartLater(owner.name);
    });
    const disturb = async (): Promise<void> => {
      while (time.now() < faultsEndMs) {
        await time.wait(between(1_000, 15_000));
        if (isOver) return;
        const kind = random.below(8);
        if (kind === 0) destination.goDown(between(100, 20_000));
        else if (kind === 1) source.goDown(between(100, 20_000));
        else if (kind === 2) {
          const stepMs = Math.round(between(-5_000, 5_000));
          note(`the clock steps by ${stepMs} ms`);
          time.stepClock(stepMs);
        } else if (kind === 3) {
          const [name, process] = random.pick([...processes, ['none', undefined]] as const);
          if (process !== undefined) {
            processes.delete(name);
            await process.stop();
            restartLater(name);
          }
        }
      }
    };
    const endFaults = (): void => {
      crashIn = Infinity;
      storeFaults = { fail: 0, loseReply: 0 };
      source.setFaults(noFaults);
      destination.setFaults(noFaults);
      receiver.setFaults(0);
    };
    world.onServer(faultsEndMs, endFaults);
    const disturbed = isFaulty ? disturb() : Promise.resolve();

    const users = ['ada', 'bob'].slice(0, 1 + random.below(2));
    const migrations = users.map((name) => ({ name, migrationId: random.uuid() }));
    const runMigration = async ({ name, migrationId }: (typeof migrations)[number]): Promise<void> => {
      await migrate(world, {
        name: 'ada',
        migrationId,
        sessionMs: 3_600_000,
        pickProcess: () => (processes.size === 0 ? undefined : random.pick([...processes.values()])),
        execute: (sql, values) => void database.database.prepare(sql).run(...values),
        readRun,
      });
      note(`${name} is done`);
    };
    await Promise.all(migrations.map(runMigration));
    if (chance(0.5)) {
      const again = { name: 'again', migrationId: random.uuid() };
      migrations.push(again);
      await runMigration(again);
    }
    isOver = true;
    endFaults();
    await disturbed;
    if (processes.size === 0) start('last');
    const isDelivered = (): boolean =>
      database.database
        .prepare(
          "SELECT 1 FROM webhook_cursors JOIN event_heads USING (organization) WHERE position < head UNION ALL SELECT 1 FROM webhook_deliveries WHERE state = 'pending'",
        )
        .get() === undefined;
    while (!isDelivered()) await time.wait(1_000);
    const running = [...processes.values()];
    processes.clear();
    for (const process of running) {
      const startedAt = time.now();
      await process.stop();
      if (time.now() - startedAt > 30_000) violations.push(`${process.name} took too long to stop`);
      await time.wait(60_000);
      const pending = time.pendingOf(process.owner);
      if (pending > 0) violations.push(`${process.name} still has ${pending} timers after its stop`);
    }
    violations.push(...(await checkInvariants(database, { sides, receiver, migrations, readRun })));
  };

  try {
    await time.run(scenario, limits);
  } catch (error) {
    violations.push(error instanceof Error ? (error.stack ?? error.message) : String(error));
  }
  return { trace: world.trace, violations };
};
