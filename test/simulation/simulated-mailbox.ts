import { createHash } from 'node:crypto';
import { describeMessage } from '#service/content/message-id.ts';
import { ConnectionCut, ServerUnavailable } from '#service/providers/copy-ports.ts';
import type {
  FoundMessage,
  MailAccount,
  MailDestination,
  Message,
  ReadMessage,
} from '#service/providers/mail-ports.ts';
import { noFaults, type ServerFaults } from './simulated-server.ts';
import type { World } from './world.ts';

interface StoredMessage extends FoundMessage {
  readonly bytes: Buffer;
}

interface Folder {
  readonly uidValidity: string;
  nextUid: number;
  readonly messages: StoredMessage[];
}

const requestTimeoutMs = 60_000;
/** A server has the whole message when its connection is cut, so it soon stores it. */
const lateMs = 400;

export const digestOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

const contentOf = (bytes: Buffer): AsyncIterable<Buffer> => ({
  [Symbol.asyncIterator]: async function* () {
    yield bytes;
  },
});

/** A mailbox in memory behind the ports of mail, whose commands take virtual time and fail by chance. */
export const createSimulatedMailbox = (world: World, name: string, hasUidPlus: boolean) => {
  const { time, random } = world;
  const folders = new Map<string, Folder>();
  let faults = noFaults;
  let downUntil = 0;
  let validity = 100;

  const folderOf = (path: string): Folder => {
    const folder = folders.get(path) ?? { uidValidity: String(validity++), nextUid: 1, messages: [] };
    folders.set(path, folder);
    return folder;
  };
  const add = (path: string, bytes: Buffer, facts: Pick<Message, 'flags' | 'receivedAt'>): number => {
    const folder = folderOf(path);
    const uid = folder.nextUid++;
    const messageId = /^Message-ID: (.*)\r\n/m.exec(String(bytes))?.[1];
    folder.messages.push({ ...facts, uid, size: bytes.length, messageId, bytes });
    return uid;
  };

  const command = <Result>(text: string, perform: () => Result, signal: AbortSignal): Promise<Result> => {
    world.note(`${name} gets ${text}`);
    const isAppend = text.startsWith('APPEND');
    let chance = random.next();
    const fault = (Object.entries(faults) as [keyof ServerFaults, number][]).find(
      ([, share]) => (chance -= share) < 0,
    )?.[0];
    const serve = (): Result => {
      if (time.now() < downUntil) throw new ServerUnavailable('ECONNREFUSED');
      if (fault !== undefined) world.note(`${name}: ${fault} for ${text}`);
      if (fault === 'refuse') throw new ServerUnavailable('The server responded with UNAVAILABLE.');
      if (fault === 'fail' || fault === 'cutBefore' || fault === 'storePart') throw new ConnectionCut('ECONNRESET');
      if (fault === 'arriveLate') {
        if (isAppend) world.onServer(random.below(lateMs), () => void perform());
        throw new ConnectionCut('ECONNRESET');
      }
      const result = perform();
      if (fault !== undefined) throw new ConnectionCut('ECONNRESET');
      return result;
    };
    return world.call(serve, { signal, ...(fault === 'stall' && { backMs: requestTimeoutMs }) });
  };

  const account: MailAccount = {
    id: `imap://${name}/ada`,
    collections: (signal) =>
      command(
        'LIST',
        () =>
          [...folders].map(([id, { messages }]) => ({
            id,
            name: id,
            kind: 'messages' as const,
            count: messages.length,
          })),
        signal,
      ),
    items: async function* (path, signal) {
      const { uidValidity, messages } = folderOf(path);
      const uids = await command(`SEARCH ${path}`, () => messages.map(({ uid }) => uid), signal);
      for (const uid of uids) yield { id: `${path}/${uidValidity}.${uid}` };
    },
    readMessage: async (item, signal) => {
      const [path = '', rest = ''] = item.split('/', 2);
      const uid = Number(rest.split('.')[1]);
      const found = await command(
        `FETCH ${item}`,
        () => folderOf(path).messages.find((message) => message.uid === uid),
        signal,
      );
      return found && { ...found, content: contentOf(found.bytes) };
    },
  };

  const destination: MailDestination = {
    id: `imap://${name}/ada`,
    signIn: (signal) => command('NOOP', () => {}, signal),
    prepare: (collection, signal) =>
      command(
        `CREATE ${collection.name}`,
        () => {
          const { uidValidity, nextUid } = folderOf(collection.name);
          return { path: collection.name, uidValidity, uidNext: nextUid, permanentFlags: undefined };
        },
        signal,
      ),
    list: ({ path }, signal) => command(`SEARCH ${path}`, () => folderOf(path).messages.map(({ uid }) => uid), signal),
    find: ({ path }, first, signal) =>
      command(`FETCH ${path} ${first}:*`, () => folderOf(path).messages.filter(({ uid }) => uid >= first), signal),
    append: async ({ path }, message, signal) => {
      const parts: Buffer[] = [];
      for await (const part of message.content) parts.push(part);
      const bytes = Buffer.concat(parts);
      const perform = (): number => {
        const uid = add(path, bytes, message);
        world.note(`${name} stores ${path} ${uid}`);
        return uid;
      };
      const uid = await command(`APPEND ${path} ${digestOf(bytes).slice(0, 8)}`, perform, signal);
      return hasUidPlus ? uid : undefined;
    },
    read: async ({ path }, uids, signal) => {
      const found = await command(
        `FETCH ${path} ${uids.join()}`,
        () => folderOf(path).messages.filter(({ uid }) => uids.includes(uid)),
        signal,
      );
      const results: ReadMessage[] = [];
      for (const { bytes, ...facts } of found) results.push({ ...facts, ...(await describeMessage(contentOf(bytes))) });
      return results;
    },
  };

  return {
    name,
    account,
    destination,
    folders,
    add,
    setFaults: (next: ServerFaults): void => {
      faults = next;
    },
    goDown: (forMs: number): void => {
      downUntil = time.now() + forMs;
      world.note(`${name} is down for ${Math.round(forMs)} ms`);
    },
  };
};
