import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A node:http server with one page. It prints a ready line like the browser host's. */
const page = readFileSync(process.argv[2] ?? '');
const server = createServer((_request, response) => response.setHeader('content-type', 'text/html').end(page));
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${port}/`, pid: process.pid })}\n`);
});
process.once('SIGTERM', () => process.exit());
