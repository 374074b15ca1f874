import http from 'node:http';

/** What a list call asks for, with its key. */
export interface BareCall {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** One GET by node:http on a connection that stays open; resolves with the text. */
export function getText({ url, headers }: BareCall, agent: http.Agent): Promise<string> {
  return new Promise((resolve, reject) => {
    http
      .get(url, { headers: { ...headers }, agent }, (reply) => {
        const pieces: Buffer[] = [];
        reply.on('data', (piece: Buffer) => pieces.push(piece));
        reply.once('end', () => resolve(Buffer.concat(pieces).toString('utf8')));
        reply.once('error', reject);
      })
      .once('error', reject);
  });
}

/** Milliseconds per call by node:http, from the call to the parsed JSON. */
export async function timeNodeCalls(call: BareCall, times: number): Promise<number> {
  const agent = new http.Agent({ keepAlive: true });
  const startedAt = performance.now();
  for (let done = 0; done < times; done += 1) JSON.parse(await getText(call, agent));
  const milliseconds = (performance.now() - startedAt) / times;
  agent.destroy();
  return milliseconds;
}
