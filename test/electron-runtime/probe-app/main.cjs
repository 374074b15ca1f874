'use strict';
// A small app written for the product's Electron. It uses what the old one lacks, and prints what came of it as JSON.
const { getEventListeners, once } = require('node:events');
const http = require('node:http');
const path = require('node:path');
const tls = require('node:tls');
const { app, BrowserWindow, net, protocol, session, utilityProcess } = require('electron');

protocol.registerSchemesAsPrivileged([
  { scheme: 'probe', privileges: { standard: true, secure: true, supportFetchAPI: true } },
]);

/** @type {Record<string, () => unknown>} */
const probes = {
  identity: () => ({ name: app.name, version: app.getVersion(), path: app.getAppPath() === __dirname }),
  builtIns: () => ({
    copies: [3, 1, 2].toSorted().with(0, 9),
    groups: Object.groupBy([1, 2, 3], (n) => (n % 2 ? 'odd' : 'even')),
    resolvers: typeof Promise.withResolvers().resolve,
    urls: [URL.canParse('nonsense'), URL.canParse('https://a.example')],
    clone: structuredClone(new Map([['a', [1]]])).get('a'),
    anyAborted: AbortSignal.any([new AbortController().signal, AbortSignal.abort()]).aborted,
  }),
  signals: () => {
    const long = new AbortController();
    const signals = Array.from({ length: 5 }, () => AbortSignal.any([new AbortController().signal, long.signal]));
    const calls = signals.map(() => 0);
    const listeners = signals.map((_, index) => () => void (calls[index] = (calls[index] ?? 0) + 1));
    signals.forEach((signal, index) =>
      signal.addEventListener('abort', listeners[index] ?? (() => {}), { once: true }),
    );
    signals
      .slice(1)
      .forEach((signal, index) => signal.removeEventListener('abort', listeners[index + 1] ?? (() => {})));
    const attached = getEventListeners(long.signal, 'abort').length;
    long.abort('the end');
    const ended = signals.every(({ aborted, reason }) => aborted && reason === 'the end');
    return { attached, calls: calls.slice(0, 2), ended };
  },
  // Enough for the memory of the first ones to be freed.
  clones: () => {
    const rows = Array.from({ length: 2_000 }, (_, index) => ({ id: `row-${index}`, index }));
    return Array.from({ length: 300 }, () => structuredClone(rows).length).every((length) => length === rows.length);
  },
  certificates: () => ({
    bundled: tls.getCACertificates('bundled').length > 50,
    pem: tls.getCACertificates('system').every((one) => one.startsWith('-----BEGIN CERTIFICATE-----')),
    extra: tls.getCACertificates('extra').length,
    refused: reasonOf(() => tls.getCACertificates(/** @type {'default'} */ ('nonsense'))),
  }),
  pages: probePages,
  sessionFetch: probeSessionFetch,
  utilityProcess: probeUtilityProcess,
};

/** @param {() => unknown} act */
function reasonOf(act) {
  try {
    return String(act());
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

async function probePages() {
  const contents = new BrowserWindow({ show: false, webPreferences: { sandbox: true } }).webContents;
  /** @type {unknown[]} */
  const navigations = [];
  contents.on('did-start-navigation', ({ url, isMainFrame, isSameDocument }) => {
    navigations.push({ url, isMainFrame, isSameDocument });
  });
  protocol.handle('probe', async (request) => {
    const { pathname } = new URL(request.url);
    if (pathname === '/') return new Response('<title>Probe</title>', { headers: { 'content-type': 'text/html' } });
    if (pathname === '/throws') throw new Error('the handler threw, on purpose');
    return Response.json({ method: request.method, body: await request.text() }, { status: 202 });
  });
  await contents.loadURL('probe://app/');
  const inPage = `(async () => {
    const reply = await fetch('probe://app/echo', { method: 'POST', body: 'ünïcode' });
    const thrown = await fetch('probe://app/throws').catch((error) => error.name);
    return { status: reply.status, ...(await reply.json()), thrown };
  })()`;
  const reply = await contents.executeJavaScript(inPage);
  const handled = protocol.isProtocolHandled('probe');
  protocol.unhandle('probe');
  return { title: contents.getTitle(), navigations, reply, handled, unhandled: !protocol.isProtocolHandled('probe') };
}

async function probeSessionFetch() {
  const server = http.createServer((request, response) => {
    if (request.url === '/redirect') response.writeHead(302, { location: '/' }).end();
    else if (request.url === '/stalls') response.write('first bytes');
    else if (request.url === '/empty') response.writeHead(204).end();
    else {
      response.writeHead(200, { 'set-cookie': 'stays=1', 'x-cookie': request.headers.cookie ?? 'none' });
      request.pipe(response);
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const base = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : ''}`;
  const { fetch } = session.fromPartition('probe');
  const posted = await fetch(`${base}/`, { method: 'POST', body: 'a body', credentials: 'omit' });
  const text = await posted.text();
  const included = await fetch(`${base}/`, { credentials: 'include' });
  const again = await fetch(`${base}/`, { credentials: 'include' });
  const without = await fetch(`${base}/`, { credentials: 'omit' });
  const stalled = new AbortController();
  const stalling = await fetch(`${base}/stalls`, { signal: stalled.signal });
  const reading = stalling.text().catch((/** @type {Error} */ error) => error.name);
  stalled.abort();
  const followed = fetch(`${base}/redirect`, { redirect: 'error' });
  const refused = await followed.then(
    () => false,
    () => true,
  );
  const results = {
    text,
    cookies: [posted, included, again, without].map((reply) => reply.headers.get('x-cookie')),
    aborted: await reading,
    refused,
    empty: (await fetch(`${base}/empty`)).status,
    viaNet: (await net.fetch(`${base}/`)).status,
  };
  server.close();
  return results;
}

async function probeUtilityProcess() {
  const child = utilityProcess.fork(path.join(__dirname, 'utility.mjs'), ['an argument'], { stdio: 'pipe' });
  const ready = once(child, 'message');
  const [facts] = await ready;
  const echoingPlant = once(child, 'message');
  const rows = Array.from({ length: 3_000 }, (_, index) => ({ id: `row-${index}`, index }));
  child.postMessage(rows);
  const [echo] = await echoingPlant;
  const exited = once(child, 'exit');
  child.kill();
  const [code] = await exited;
  // This one is left running: it must end with the app.
  const left = utilityProcess.fork(path.join(__dirname, 'utility.mjs'), [], { stdio: 'pipe' });
  await once(left, 'spawn');
  return { facts, echo: echo.length, code, left: left.pid };
}

async function main() {
  await app.whenReady();
  app.on('window-all-closed', () => {});
  /** @type {Record<string, unknown>} */
  const results = {};
  for (const [name, probe] of Object.entries(probes)) results[name] = await probe();
  process.stdout.write(`${JSON.stringify(results)}\n`);
  if (process.argv.includes('--then-throw')) setTimeout(() => JSON.parse('{'), 0);
  else app.quit();
}

void main();
