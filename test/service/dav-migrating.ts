import { pino } from 'pino';
import type { ModalState } from '#shared/modal-messages/modal-state.ts';
import { createEngine } from '#service/background-work.ts';
import { createContentWorker } from '#service/content-worker/content-worker.ts';
import { type Copier, startCopier } from '#service/copy/copier.ts';
import { type Catalogue, openCatalogue } from '#service/provider-catalogue.ts';
import { openModal } from '#service/testing/modal-flow.ts';
import { openTestService, type TestService } from '#service/testing/test-service.ts';
import type { DavServer } from '#test/fixtures/service/dav-servers.ts';
import { eventually } from '#test/fixtures/timing/eventually.ts';
import { isSoak } from '#test/fixtures/values/samples.ts';

/** Time limit for a copy, which depends on the destination's disk. */
const hangMs = isSoak ? 7_200_000 : 240_000;

/** Waits for a copy; polls rarely, so that the copy gets the CPU. */
export const inTime = <Value>(check: () => Promise<Value>): Promise<Value> =>
  eventually(check, { timeout: hangMs, interval: 50 });

/** A user's card. */
export const card = (uid: string, name: string, more = ''): string => {
  const escaped = name.replaceAll(/[,;]/g, String.raw`\$&`);
  return `BEGIN:VCARD\r\nVERSION:3.0\r\nUID:${uid}\r\nFN:${escaped}\r\nN:${escaped};;;;\r\n${more}END:VCARD\r\n`;
};
/** An entry of a calendar. */
export const entry = (uid: string, summary: string): string =>
  `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Ferry//Tests//EN\r\nBEGIN:VEVENT\r\nUID:${uid}\r\nDTSTAMP:20260101T000000Z\r\nDTSTART:20260102T090000Z\r\nSUMMARY:${summary}\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n`;

const logger = pino({ level: 'silent' });

/** A service whose organization has one server as destination and another as source. */
export interface Migrating {
  readonly service: TestService;
  /** Kills the copying instance and starts another. */
  crash(): Promise<void>;
  end(): Promise<void>;
}

/** Opens a service between two servers. */
export const openMigrating = async (
  source: Pick<DavServer, 'url'>,
  destination: Pick<DavServer, 'url' | 'user' | 'password'>,
  // On a busy machine, counting takes longer than the login.
  logInTakesMs = isSoak ? hangMs : undefined,
): Promise<Migrating> => {
  let catalogue: Catalogue | undefined;
  let copier: Copier | undefined;
  const service = await openTestService(
    { migrations: 0, companies: 0 },
    {
      providers: {
        providersOf: async (organization) => (await catalogue?.providersOf(organization)) ?? [],
        hold: (modal, account) => copier?.hold(modal, account),
      },
    },
  );
  const organization = await service.store.seed.organization();
  if (organization === undefined) throw new Error('no organization');
  const content = createContentWorker();
  catalogue = await openCatalogue(
    {
      sources: [{ name: 'Harbour Mail', kind: 'dav', category: 'other', address: source.url }],
      destinations: [
        {
          organization: organization.name,
          kind: 'dav',
          address: destination.url,
          user: destination.user,
          password: destination.password,
        },
      ],
      practice: false,
      allow_loopback: true,
    },
    service.store.seed,
    content,
    logInTakesMs,
  );
  const { destinationOf } = catalogue;
  let kill = (): void => {};
  const start = (): void => {
    // A killed instance must write nothing more, even if a write was pending.
    let isDead = false;
    kill = () => void (isDead = true);
    const living =
      <Args extends readonly unknown[], Result>(write: (...args: Args) => Promise<Result>) =>
      async (...args: Args): Promise<Result> => {
        if (isDead) throw new Error('killed');
        return write(...args);
      };
    const { runs, copiedItems } = service.store;
    const store = {
      runs: { ...runs, save: living(runs.save) },
      copiedItems: { ...copiedItems, put: living(copiedItems.put) },
    };
    copier = startCopier({ store, clock: service.clock, destinationOf, content, logger });
  };
  start();
  return {
    service,
    crash: async () => {
      kill();
      await copier?.stop();
      await service.store.clock.advance(organization.number, 16_000);
      await createEngine(service.store).tick();
      start();
    },
    end: async () => {
      await copier?.stop();
      content.stop();
      await service.end();
    },
  };
};

/** Opens a modal, as a page does. */
export const openFlow = async (migrating: Migrating) =>
  flowAt(migrating, (await openModal(migrating.service, 'ada@example.com')).path);

/** The calls of the modal with this path. */
export const flowAt = ({ service }: Pick<Migrating, 'service'>, path: string) => {
  const post = async (call: string, body: unknown = {}) => {
    const reply = await service.send({ method: 'POST', url: `${path}/${call}`, bearer: null, body });
    return { status: reply.status, body: reply.body as unknown as ModalState };
  };
  const state = async (): Promise<ModalState> =>
    (await service.send({ url: `${path}/state`, bearer: null })).body as unknown as ModalState;
  const reach = (...statuses: string[]) =>
    inTime(async () => {
      const now = await state();
      if (!statuses.includes(now.status)) throw new Error(`it is ${now.status}`);
      return now;
    });
  return { path, post, state, reach, logIn: (password = 'secret') => post('login', { user_name: 'ada', password }) };
};
