import { once } from 'node:events';
import { createServer } from 'node:net';

/** Ports below the ephemeral range, which port 0 and outgoing connections never get. */
const [first, last] = [20_000, 31_999];

const isFree = async (port: number): Promise<boolean> => {
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
};

export const freePort = async (): Promise<number> => {
  for (;;) {
    const port = first + Math.floor(Math.random() * (last - first + 1));
    if (await isFree(port)) return port;
  }
};
