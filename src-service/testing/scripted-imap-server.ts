import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';

interface ScriptedMessage {
  readonly uid: number;
  readonly flags: string;
  readonly date: string;
  readonly bytes: Buffer;
}

interface Folder {
  readonly uidValidity: number;
  nextUid: number;
  readonly messages: ScriptedMessage[];
}

interface ImapCommand {
  readonly tag: string;
  /** In upper case, for example `UID FETCH`. */
  readonly name: string;
  readonly line: string;
}

/** Writes a response and returns true, or returns false for the normal response. */
type ImapScript = (command: ImapCommand, socket: Socket) => boolean;

interface ScriptedImapOptions {
  /** Extensions besides IMAP4rev1. */
  readonly capabilities?: readonly string[];
  readonly certificate?: { readonly key: string; readonly cert: string };
  /** What the server stores in place of a message. */
  readonly store?: (bytes: Buffer) => Buffer;
}

export interface ScriptedImapServer {
  readonly port: number;
  readonly folders: Map<string, Folder>;
  /** Names of the commands of all connections. */
  readonly commands: string[];
  readonly connectionCount: () => number;
  script: ImapScript;
  add(folder: string, bytes: Buffer | string): void;
  /** Closes all connections. The port stays open, as after a quick restart. */
  closeConnections(): void;
  close(): Promise<void>;
}

const header = /^(?:UID )?\S+/i;
const unquote = (text = ''): string => text.replaceAll(/^"|"$/g, '');
const literal = (bytes: Buffer): Buffer => Buffer.concat([Buffer.from(`{${bytes.length}}\r\n`), bytes]);

/** Starts an IMAP server on loopback with the account `ada`, whose responses a test can replace. */
export const startScriptedImapServer = async ({
  capabilities = ['UIDPLUS', 'LIST-STATUS'],
  certificate,
  store = (bytes) => bytes,
}: ScriptedImapOptions = {}): Promise<ScriptedImapServer> => {
  const folders = new Map<string, Folder>();
  const sockets = new Set<Socket>();
  const commands: string[] = [];
  let connectionCount = 0;
  const ensureFolder = (name: string): Folder => {
    const folder = folders.get(name) ?? { uidValidity: 1_000 + folders.size, nextUid: 1, messages: [] };
    folders.set(name, folder);
    return folder;
  };
  const append = (name: string, message: Omit<ScriptedMessage, 'uid'>): number => {
    const folder = ensureFolder(name);
    folder.messages.push({ ...message, uid: folder.nextUid });
    folder.nextUid += 1;
    return folder.nextUid - 1;
  };
  ensureFolder('INBOX');

  const serve = (socket: Socket): void => {
    connectionCount += 1;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => {});
    let selected: Folder | undefined;
    const send = (...lines: (string | Buffer)[]): void => {
      for (const line of lines) socket.write(Buffer.concat([Buffer.from(line), Buffer.from('\r\n')]));
    };
    const list = (isWithStatus: boolean): void => {
      for (const [name, { messages }] of folders) {
        send(`* LIST () "/" "${name}"`);
        if (isWithStatus) send(`* STATUS "${name}" (MESSAGES ${messages.length})`);
      }
    };
    const fetch = (line: string): void => {
      const [, set = '', query = ''] = /^UID FETCH (\S+) (.*)$/i.exec(line) ?? [];
      const ranges = set
        .split(',')
        .map((range) => range.split(':').map((end) => (end === '*' ? Infinity : Number(end))));
      const partial = /BODY\.PEEK\[\]<(\d+)\.(\d+)>/i.exec(query);
      const last = selected?.messages.at(-1)?.uid;
      for (const [index, { uid, flags, date, bytes }] of (selected?.messages ?? []).entries()) {
        const isIn = ranges.some(
          ([from = 0, to = from]) => (uid >= from && uid <= to) || (to === Infinity && from > uid && uid === last),
        );
        if (!isIn) continue;
        const parts = [
          `* ${index + 1} FETCH (UID ${uid} FLAGS (${flags}) INTERNALDATE "${date}" RFC822.SIZE ${bytes.length}`,
        ];
        const [, from, length] = partial ?? [];
        const start = Number(from);
        const content = partial ? bytes.subarray(start, start + Number(length)) : undefined;
        const id = /^message-id:.*\r\n/im.exec(bytes.toString('latin1'))?.[0] ?? '';
        const isOfHeader = /HEADER\.FIELDS/i.test(query);
        const section = content ? ` BODY[]<${start}> ` : isOfHeader ? ' BODY[HEADER.FIELDS (MESSAGE-ID)] ' : '';
        const value = content ?? (isOfHeader ? Buffer.from(`${id}\r\n`) : undefined);
        send(
          Buffer.concat([Buffer.from(parts[0] + section), value ? literal(value) : Buffer.alloc(0), Buffer.from(')')]),
        );
      }
    };
    const answer = (command: ImapCommand, bytes?: Buffer): void => {
      const { tag, name, line } = command;
      commands.push(name);
      if (server.script(command, socket)) return;
      const words = line.match(/"[^"]*"|\([^)]*\)|\S+/g) ?? [];
      if (name === 'CAPABILITY') send(`* CAPABILITY IMAP4rev1 AUTH=PLAIN ${capabilities.join(' ')}`);
      else if (line === 'LIST "" ""') send('* LIST (\\Noselect) "/" ""');
      else if (name === 'LIST') list(/STATUS/i.test(line));
      else if (name === 'LSUB') for (const folder of folders.keys()) send(`* LSUB () "/" "${folder}"`);
      else if (name === 'STATUS')
        send(`* STATUS ${words[1]} (MESSAGES ${folders.get(unquote(words[1]))?.messages.length ?? 0})`);
      else if (name === 'CREATE') ensureFolder(unquote(words[1]));
      else if (name === 'EXAMINE' || name === 'SELECT' || name === 'UID SEARCH' || name === 'UID FETCH') {
        if (name === 'UID FETCH') fetch(line);
        else if (name === 'UID SEARCH') send(`* SEARCH ${selected?.messages.map(({ uid }) => uid).join(' ') ?? ''}`);
        else {
          selected = folders.get(unquote(words[1]));
          if (selected === undefined) return send(`${tag} NO No such folder`);
          send(
            `* ${selected.messages.length} EXISTS`,
            '* FLAGS (\\Answered \\Flagged \\Deleted \\Seen \\Draft)',
            `* OK [UIDVALIDITY ${selected.uidValidity}] ok`,
            `* OK [UIDNEXT ${selected.nextUid}] ok`,
          );
        }
      } else if (name === 'APPEND') {
        const folder = unquote(words[1]);
        const flags = (words.find((word) => word.startsWith('(')) ?? '').slice(1, -1);
        const date = unquote(words.findLast((word) => word.startsWith('"')));
        const uid = append(folder, { flags, date, bytes: store(bytes ?? Buffer.alloc(0)) });
        const code = capabilities.includes('UIDPLUS') ? `[APPENDUID ${ensureFolder(folder).uidValidity} ${uid}] ` : '';
        return send(`${tag} OK ${code}done`);
      } else if (name === 'NAMESPACE') send('* NAMESPACE (("" "/")) NIL NIL');
      else if (name === 'LOGOUT') send('* BYE bye');
      send(`${tag} OK done`);
    };
    let input: Buffer = Buffer.alloc(0);
    let waiting: { readonly command: ImapCommand; readonly length: number } | undefined;
    socket.on('data', (data: Buffer) => {
      input = Buffer.concat([input, data]);
      for (;;) {
        if (waiting !== undefined) {
          if (input.length < waiting.length + 2) return;
          const { command, length } = waiting;
          waiting = undefined;
          const bytes = input.subarray(0, length);
          input = input.subarray(length + 2);
          answer(command, bytes);
          continue;
        }
        const end = input.indexOf('\r\n');
        if (end === -1) return;
        const [tag = '', ...rest] = input.toString('latin1', 0, end).split(' ');
        input = input.subarray(end + 2);
        const line = rest.join(' ');
        const name = (/^UID /i.test(line) ? header.exec(line)?.[0] : rest[0])?.toUpperCase() ?? '';
        const [, length, plus] = /\{(\d+)(\+?)\}$/.exec(line) ?? [];
        const command = { tag, name, line };
        if (length === undefined) answer(command);
        else {
          waiting = { command, length: Number(length) };
          if (plus === '') send('+ go on');
        }
      }
    });
    send(`* OK [CAPABILITY IMAP4rev1 AUTH=PLAIN SASL-IR ${capabilities.join(' ')}] ready`);
  };

  const listener: Server = certificate ? createTlsServer(certificate, serve) : createServer(serve);
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  const closeConnections = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  const server: ScriptedImapServer = {
    port: (listener.address() as AddressInfo).port,
    folders,
    commands,
    connectionCount: () => connectionCount,
    script: () => false,
    add: (folder, bytes) => {
      append(folder, { flags: '\\Seen', date: '01-Jan-2021 12:30:15 +0000', bytes: Buffer.from(bytes) });
    },
    closeConnections,
    close: async () => {
      closeConnections();
      await new Promise((resolve) => listener.close(resolve));
    },
  };
  return server;
};
