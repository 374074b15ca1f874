import http from 'node:http';

/** The URL and headers of a list call. */
export interface BareCall {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Sends a GET with node:http on a keep-alive connection. Resolves with the body. */
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

/** Milliseconds per node:http call, from the call to the parsed JSON. */
export async function timeNodeCalls(call: BareCall, times: number): Promise<number> {
  const agent = new http.Agent({ keepAlive: true });
  const startedAt = performance.now();
  for (let done = 0; done < times; done += 1) JSON.parse(await getText(call, agent));
  const milliseconds = (performance.now() - startedAt) / times;
  agent.destroy();
  return milliseconds;
}
