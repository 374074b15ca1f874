import { hasEnded } from '#shared/migration-api/migration-steps.ts';
import { type Action, modalActions } from '#service/migration-engine/modal-actions.ts';
import { newRun, type Run } from '#service/migration-engine/run.ts';
import { hashSecret } from '#service/store/secrets.ts';
import type { SimulatedProcess } from './simulated-process.ts';
import type { World } from './world.ts';

interface UserOptions {
  readonly name: string;
  readonly migrationId: string;
  readonly sessionMs: number;
  /** Returns a process that runs, as a load balancer does. */
  readonly pickProcess: () => SimulatedProcess | undefined;
  readonly execute: (sql: string, values: readonly (string | number | Uint8Array | null)[]) => void;
  readonly readRun: (migrationId: string) => Run | undefined;
}

const organization = 1;
const pageTimeoutMs = 20_000;
const source = 'Harbour Mail';

/** An end user with a modal: logs in, starts the copy and answers its questions. */
export const migrate = async (world: World, options: UserOptions): Promise<void> => {
  const { time, random, note } = world;
  const { name, migrationId, pickProcess, readRun } = options;
  const hash = hashSecret(`address of ${migrationId}`);
  const accessTokenHash = hashSecret(`token of ${migrationId}`);
  const sessionExpires = Date.now() + options.sessionMs;
  options.execute('INSERT INTO access_tokens (organization, hash, cookie_hash, expires) VALUES (?, ?, ?, ?)', [
    organization,
    accessTokenHash,
    hashSecret(migrationId),
    sessionExpires,
  ]);

  /** Sends a request to some process. The page gives up if no response arrives. */
  const send = async <Result>(act: (process: SimulatedProcess) => Promise<Result>): Promise<Result | undefined> => {
    await time.wait(random.next() * 20);
    const process = pickProcess();
    if (process === undefined) return undefined;
    const response = time
      .runAs(process.owner, () => act(process))
      .catch((error: unknown) => {
        note(`${name} gets ${String(error)}`);
        return undefined;
      });
    return Promise.race([response, time.wait(pageTimeoutMs).then(() => undefined)]);
  };
  const post = <Body>(action: Action<Body>, body: Body) =>
    send((process) => process.runAction(action, { hash, network: name }, body));

  const modal = {
    organization,
    migrationId,
    addressHash: hash,
    accessTokenHash,
    rootId: migrationId,
    retries: 0,
    userId: `${name}@example.com`,
    sourceProviders: null,
    origin: null,
    metadata: null,
  };
  const provider = { name: source, firstStep: 'password' } as const;
  while (readRun(migrationId) === undefined) {
    await send(async ({ store }) => {
      const now = await store.clock.now(organization);
      const beginRun = () => newRun({ userId: modal.userId, now, sessionExpires, provider });
      return store.modals.open({ ...modal, beginRun }, now);
    });
    await time.wait(500);
  }
  let actionsLeft = 200;
  for (;;) {
    const run = readRun(migrationId);
    if (run === undefined || hasEnded(run.status)) return;
    const hasQuestion = run.status === 'PENDING_USER_INPUT';
    // Login limits have their own tests. Here they would only make each run last for an hour.
    if (run.login?.trouble === 'too_many_tries') options.execute('DELETE FROM rate_limits', []);
    if (actionsLeft-- < 0) note(`${name} leaves the page`);
    else if (run.status === 'NOT_READY' || (hasQuestion && run.copy?.asks === 'login'))
      await post(modalActions.logIn, { user_name: name, password: 'secret' });
    else if (run.status === 'NOT_STARTED') await post(modalActions.startCopy, {});
    else if (hasQuestion)
      await post(modalActions.answer, { option: random.pick(['skip', 'keep_both', 'keep_newer'] as const) });
    await time.wait(actionsLeft < 0 ? 60_000 : random.next() * 3_000);
  }
};
