import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { projectRoot } from '#build/launch/base/project-root.ts';
import { freePort } from '#service/testing/free-port.ts';
import { createAuthority } from '#test/fixtures/network/certificates.ts';
import { builtService } from '#test/fixtures/system/built-programs.ts';
import { runToEnd } from './run-service.ts';
import { put } from './through-proxy.ts';

const read = (name: string): string => readFileSync(join(projectRoot, 'docs/examples/containers', name), 'utf8');
const variable = /\bFERRY_SERVICE_\w+/g;

const newFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'ferry-containers-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};

/** Returns the command of an instruction in the Containerfile. */
const commandOf = (instruction: 'CMD' | 'ENTRYPOINT'): readonly string[] => {
  const [, json = ''] = new RegExp(`^ *${instruction} (\\[.*\\])$`, 'm').exec(read('Containerfile')) ?? [];
  return JSON.parse(json) as string[];
};

test('every variable in the files for containers is a setting of the service', { tags: '@X28' }, async () => {
  const { stdout } = await runToEnd(['check-config', '--schema']);
  const { properties } = JSON.parse(stdout) as { readonly properties: object };
  const settings = Object.keys(properties).map((name) => `FERRY_SERVICE_${name.replaceAll('-', '_').toUpperCase()}`);
  for (const file of ['Containerfile', 'compose.yaml', 'chart/templates/deployment.yaml']) {
    const names = read(file).match(variable) ?? [];
    expect([file, names.length > 0, names.filter((name) => !settings.includes(name))]).toEqual([file, true, []]);
  }
});

test(
  "the image's entry point starts the service, and its health check and the chart's probes agree with it",
  { tags: '@X28' },
  async () => {
    const folder = newFolder();
    const start = `#!/bin/sh\nexec '${process.execPath}' '${builtService}' "$@"\n`;
    writeFileSync(join(folder, 'ferry-service'), start, { mode: 0o755 });
    const [port, opsPort] = [await freePort(), await freePort()];
    const settings = Array.from(read('Containerfile').matchAll(/\b(FERRY_SERVICE_\w+)=(\S+)/g), ([, name, value]) => [
      name,
      value?.replace('8600', String(port)).replace('9600', String(opsPort)),
    ]);
    const [shell = '', ...args] = commandOf('ENTRYPOINT');
    const flags = ['--data', join(folder, 'data'), '--public-url', 'https://api.example.com'];
    const service = spawn(shell, [...args, ...flags, '--trust-proxy', '10.0.0.0/8'], {
      env: { ...process.env, ...Object.fromEntries(settings), PATH: `${folder}:${process.env['PATH']}` },
    });
    onTestFinished(() => void service.kill('SIGKILL'));
    let output = '';
    service.stdout.on('data', (text) => (output += text));
    const ended = once(service, 'close');
    const [, ...check] = commandOf('CMD');
    const healthCheck = () =>
      spawnSync(
        process.execPath,
        check.map((part) => part.replace(':9600', `:${opsPort}`)),
      ).status;
    await expect.poll(healthCheck, { interval: 200 }).toBe(0);
    const probes = Array.from(read('chart/templates/deployment.yaml').matchAll(/path: (\/\w+), port: ops/g));
    expect(probes.map(([, path]) => path)).toEqual(['/livez', '/livez', '/readyz']);
    for (const [, path] of probes) expect((await fetch(`http://127.0.0.1:${opsPort}${path}`)).status).toBe(200);
    service.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
    expect(healthCheck()).toBe(1);
    // Standard output would have the first API key.
    expect(output).toBe('');
  },
);

const haproxy = (...args: readonly string[]) =>
  spawnSync('haproxy', args, { encoding: 'utf8', env: { ...process.env, PATH: `${process.env['PATH']}:/usr/sbin` } });

test.runIf(haproxy('-v').status === 0)("HAProxy accepts the Compose file's configuration", { tags: '@X28' }, () => {
  const folder = newFolder();
  const { key, cert } = createAuthority().issue(['DNS:api.example.com']);
  writeFileSync(join(folder, 'tls.pem'), `${cert}\n${key}`, { mode: 0o600 });
  writeFileSync(join(folder, 'haproxy.cfg'), put(read('haproxy.cfg'), '/run/secrets/tls.pem', join(folder, 'tls.pem')));
  const { status, stderr } = haproxy('-c', '-f', join(folder, 'haproxy.cfg'));
  expect([status, stderr]).toEqual([0, expect.not.stringContaining('ALERT')]);
});
