import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '#build/launch/base/project-root.ts';

/** The only files of the trusted process that may open a connection, resolve a name or open an external URL. */
const gateFiles: Readonly<Record<string, readonly string[]>> = {
  // The two network stacks behind the gate, and the DNS lookup with which the gate checks names.
  'src-main/hosts/node/node-transport.ts': ['node:http', 'node:https', 'node:net', 'node:tls', 'http.request'],
  'src-main/hosts/electron/electron-transport.ts': ['fetch'],
  'src-main/hosts/node/resolve-host.ts': ['node:dns/promises'],
  // These files listen on loopback and make no calls.
  'src-main/console/modal-lab/lab-server.ts': ['node:http'],
  'src-main/verify/webhooks/delivery-receiver.ts': ['node:http'],
  // This file reads the list of trusted certificates.
  'src-main/hosts/browser/inspect-host.ts': ['node:tls'],
  // This file opens the documentation in the user's browser.
  'src-main/hosts/electron/start-electron-host.ts': ['openExternal'],
  // These pages call only their own host.
  'src-main/console/modal-lab/page/lab-page.ts': ['fetch'],
};

/** Files that create network stacks. Only hosts do; they pass the stacks to the gate through the console's ports. */
const stackMakers = [
  'src-main/hosts/browser/start-browser-host.ts',
  'src-main/hosts/electron/electron-transport.ts',
  'src-main/hosts/node/node-transport.ts',
  'src-main/hosts/electron/start-console.ts',
  // A separate program that calls only the service it verifies.
  'src-main/verify/verify.ts',
];
/** Files that use a stack: the gate itself, and files that receive a stack from the gate. */
const stackTakers = [
  'src-main/console/network/network-gate.ts',
  'src-main/console/api-client/service-client.ts',
  'src-main/console/profiles/profile-access.ts',
  'src-main/console/token-lab/proofs/lab-caller.ts',
  'src-main/console/token-lab/token-lab-topic.ts',
];

const networkModules =
  /(?:from|import|require)\s*\(?\s*['"]((?:node:)?(?:https?|http2|net|tls|dgram|dns)(?:\/promises)?|undici|ws|axios|got|node-fetch)['"]/g;
const globals: readonly (readonly [string, RegExp])[] = [
  [
    'fetch',
    /\bfetch\s*\(|\bfetch\s*\.\s*(?:call|apply|bind)|[=(,:[]\s*(?:globalThis\.|window\.)?fetch\s*[;,)\]]|\[\s*['"`]fetch['"`]\s*\]/,
  ],
  ['openExternal', /\bshell\s*\.\s*openExternal\b|\bopenExternal\s*}/],
  ['http.request', /\b(?:https?|client|net)\s*\.\s*(?:request|get|connect|createConnection)\s*\(/],
  ['socket', /\bnew\s+(?:WebSocket|EventSource|XMLHttpRequest|WebTransport|Socket|TLSSocket|Agent)\b|\bsendBeacon\b/],
];

const withoutComments = (text: string): string => text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');
/** Removes type imports, which can't open a connection. */
const withoutTypes = (text: string): string => text.replace(/import type [^;]*;/g, '');

/** Returns the names in a file that could reach the network. */
function exits(text: string): string[] {
  const code = withoutTypes(withoutComments(text));
  const modules = Array.from(code.matchAll(networkModules), ([, name = '']) => name);
  return [...new Set([...modules, ...globals.flatMap(([name, pattern]) => (pattern.test(code) ? [name] : []))])];
}

const sources = globSync('src-{main,data,shared,preload}/**/*.ts', { cwd: projectRoot })
  .map((file) => file.split(path.sep).join('/'))
  .filter((file) => !file.endsWith('.test.ts'));
const read = (file: string): string => readFileSync(path.join(projectRoot, file), 'utf8');

test('only the files of the gate can open a connection', { tags: ['@C41', '@T27'] }, () => {
  const found = sources.flatMap((file) => {
    const more = exits(read(file)).filter((way) => !(gateFiles[file] ?? []).includes(way));
    return more.map((way) => `${file}: ${way}. Calls go through src-main/console/network/network-gate.ts.`);
  });
  expect(found).toEqual([]);
  expect(Object.keys(gateFiles).filter((file) => !sources.includes(file))).toEqual([]);
});

test('only hosts create a network stack, and only the gate gets one from the ports', { tags: ['@C41', '@T27'] }, () => {
  const makes = /\bcreate(?:Node|Electron|Ca)Transport\(/;
  const makers = sources.filter((file) => makes.test(withoutComments(read(file))));
  expect(makers.filter((file) => !stackMakers.includes(file))).toEqual([]);
  const takers = sources.filter((file) => /\bports\.transport(?:WithCa)?\b/.test(read(file)));
  expect(takers.filter((file) => !stackTakers.includes(file))).toEqual([]);
});

test.each([
  "import { request } from 'node:https';",
  "import http from 'http';",
  "const net = require('node:net');",
  "const later = () => import('node:dgram');",
  "import { resolve4 } from 'node:dns/promises';",
  'await fetch(url);',
  'const send = globalThis.fetch;',
  "globalThis['fetch'](url);",
  'await session.fetch(url);',
  'net.fetch(url)',
  'new WebSocket(url)',
  'void shell.openExternal(url);',
  'navigator.sendBeacon(url);',
])('the check finds this outgoing call: %s', { tags: ['@C41', '@T27'] }, (line) => {
  expect(exits(line)).not.toEqual([]);
});
