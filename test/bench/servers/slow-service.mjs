// Replaces out/service/main.mjs in a copy of the console: runs the real service behind a relay that delays requests.
// The console gets the relay's URL.
import net from 'node:net';

const holdMs = Number(process.env['FERRY_BENCH_LATENCY_MS'] ?? 0);
const write = process.stdout.write.bind(process.stdout);

/** @param {net.Socket} socket @param {net.Socket} other */
const endTogether = (socket, other) => {
  socket.unref();
  socket.on('error', () => other.destroy());
  socket.on('close', () => other.destroy());
};

/** @param {number} port */
const startRelay = (port) => {
  const relay = net.createServer({ noDelay: true }, (client) => {
    const service = net.connect({ port, host: '127.0.0.1', noDelay: true });
    client.on('data', (bytes) => setTimeout(() => service.writable && service.write(bytes), holdMs));
    service.pipe(client);
    endTogether(client, service);
    endTogether(service, client);
  });
  relay.unref();
  return new Promise((/** @type {(port: number) => void} */ resolve) => {
    relay.listen(0, '127.0.0.1', () => resolve(/** @type {net.AddressInfo} */ (relay.address()).port));
  });
};

// The service's first line is its ready line.
process.stdout.write = (/** @type {string | Uint8Array} */ text) => {
  process.stdout.write = write;
  const ready = JSON.parse(String(text));
  void startRelay(Number(new URL(ready.url).port)).then((port) =>
    write(`${JSON.stringify({ ...ready, url: `http://127.0.0.1:${port}` })}\n`),
  );
  return true;
};
// The copy of the console renames the real service to this.
await import(new URL('real.mjs', import.meta.url).href);
