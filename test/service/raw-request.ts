import { connect } from 'node:net';

interface RawReply {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

/** A server that keeps a silent connection open for longer than this counts as hanging. */
const hangMs = 12_000;

const parse = (text: string): RawReply | undefined => {
  const [head = '', ...rest] = text.split('\r\n\r\n');
  const [first = '', ...lines] = head.split('\r\n');
  const status = /^HTTP\/1\.1 (\d{3}) /.exec(first)?.[1];
  if (status === undefined) return undefined;
  const headers = new Map(
    lines.map((line) => {
      const [name = '', ...value] = line.split(':');
      return [name.toLowerCase(), value.join(':').trim()];
    }),
  );
  return { status: Number(status), headers, body: rest.join('\r\n\r\n') };
};

/**
 * Sends raw bytes and half-closes. Resolves with undefined if the server closes without a reply; rejects if it hangs.
 */
export const sendRaw = (port: number, bytes: Buffer): Promise<RawReply | undefined> =>
  new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    let text = '';
    const hangingTimer = setTimeout(() => {
      socket.destroy();
      reject(new Error(`no end of the reply after ${hangMs} ms: ${text.slice(0, 200)}`));
    }, hangMs);
    socket.setEncoding('latin1').on('data', (data: string) => (text += data));
    // A server may reject before all bytes are sent. Its earlier reply still counts.
    socket.on('error', () => {});
    socket.on('close', () => {
      clearTimeout(hangingTimer);
      resolve(parse(text));
    });
    socket.end(bytes);
  });
