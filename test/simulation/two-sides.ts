import { describeItem } from '#service/content/describe-item.ts';
import type { ContentWorker } from '#service/content-worker/content-worker.ts';
import { davDestination } from '#service/providers/dav/dav-destination.ts';
import { davSource } from '#service/providers/dav/dav-source.ts';
import type { CopyTarget } from '#service/providers/mail-ports.ts';
import { passwordSource, type SourceProvider } from '#service/providers/source-provider.ts';
import { createSimulatedMailbox, digestOf } from './simulated-mailbox.ts';
import { createSimulatedServer, type ServerFaults } from './simulated-server.ts';
import type { World } from './world.ts';

interface FaultyServer {
  setFaults(faults: ServerFaults): void;
  goDown(forMs: number): void;
}

/** The source and the destination of a run, and what the invariants need to know about them. */
export interface TwoSides {
  readonly source: FaultyServer;
  readonly destination: FaultyServer;
  readonly provider: (content: ContentWorker) => SourceProvider;
  readonly target: (content: ContentWorker) => CopyTarget;
  /** IDs of the items that a collection of the source has. */
  readonly sourceItems: (collection: string) => readonly string[];
  /** What the destination has, by place. */
  readonly stored: () => ReadonlyMap<string, Buffer>;
  readonly fingerprint: (content: Buffer) => string;
}

const settings = { name: 'Harbour Mail', category: 'other' } as const;

const card = (uid: string, name: string): Buffer =>
  Buffer.from(
    `BEGIN:VCARD\r\nVERSION:3.0\r\nUID:${uid}\r\nFN:${name}\r\nNOTE:of ${uid}\r\nREV:20260101T000000Z\r\nEND:VCARD\r\n`,
  );

export const contactSides = (world: World): TwoSides => {
  const { random } = world;
  const source = createSimulatedServer(world, 'source');
  const destination = createSimulatedServer(world, 'destination');
  for (const book of ['friends', 'work'].slice(0, 1 + random.below(2))) {
    const { items } = source.addCollection(book, book);
    for (let index = random.below(8); index >= 0; index--)
      source.put(items, `${book}-${index}.vcf`, card(`${book}-${index}`, `Ada ${index}`));
  }
  return {
    source,
    destination,
    provider: (content) =>
      davSource(
        { ...settings, kind: 'dav', address: 'https://source.example.com/' },
        { rules: { allowLoopback: false }, content, request: source.request },
      ),
    target: (content) =>
      davDestination(
        { address: 'https://destination.example.com/', user: 'ada', password: 'secret', isShared: false },
        { rules: { allowLoopback: false }, content, request: destination.request },
      ),
    sourceItems: (collection) =>
      [...(source.collections.get(collection)?.items.keys() ?? [])].map((item) => `${collection}${item}`),
    stored: () =>
      new Map(
        [...destination.collections].flatMap(([path, { items }]) =>
          [...items].map(([item, { content }]) => [`${path}${item}`, content] as const),
        ),
      ),
    fingerprint: (content) => describeItem(content).fingerprint,
  };
};

export const mailSides = (world: World): TwoSides => {
  const { random, chance } = world;
  const source = createSimulatedMailbox(world, 'source', true);
  const destination = createSimulatedMailbox(world, 'destination', chance(0.7));
  for (const folder of ['INBOX', 'Sent'].slice(0, 1 + random.below(2)))
    for (let index = random.below(8); index >= 0; index--) {
      // Some messages are equal, and some of these have no Message-ID.
      const number = chance(0.3) ? 0 : index;
      const id = number % 2 === 0 ? '' : `Message-ID: <${folder}-${number}@harbour.example>\r\n`;
      const bytes = Buffer.from(`${id}Subject: ${folder} ${number}\r\n\r\nHello\r\n`);
      source.add(folder, bytes, { flags: ['\\Seen'], receivedAt: 1_700_000_000_000 + number * 60_000 });
    }
  return {
    source,
    destination,
    provider: () => passwordSource(settings, () => ({ account: source.account, facts: () => ({ isUnsent: false }) })),
    target: () => destination.destination,
    sourceItems: (path) => {
      const folder = source.folders.get(path);
      return (folder?.messages ?? []).map(({ uid }) => `${path}/${folder?.uidValidity}.${uid}`);
    },
    stored: () =>
      new Map(
        [...destination.folders].flatMap(([path, { uidValidity, messages }]) =>
          messages.map(({ uid, bytes }) => [`${path}/${uidValidity}.${uid}`, bytes] as const),
        ),
      ),
    fingerprint: digestOf,
  };
};
