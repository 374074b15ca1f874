import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempDisposableSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { onPath } from '#build/launch/base/on-path.ts';
import { writeDebianRepository } from './debian-repository.ts';
import { writeInto } from './write-into.ts';

const hasApt = ['apt-get', 'dpkg-deb', 'gpg'].every((program) => onPath(program) !== null);

function makeDeb(folder: string, version: string): string {
  const tree = path.join(folder, `tree-${version}`);
  const fields = [
    'Package: ferry-console',
    `Version: ${version}`,
    'Architecture: amd64',
    'Maintainer: Ferry <a@ferry.example>',
    'Description: a test',
  ];
  writeInto(tree, 'DEBIAN/control', `${fields.join('\n')}\n`);
  writeInto(tree, 'opt/ferry-console/version', version);
  const deb = path.join(folder, `ferry-console-${version}.deb`);
  execFileSync('dpkg-deb', ['--root-owner-group', '--build', tree, deb], { stdio: 'ignore' });
  return deb;
}

/** Makes an OpenPGP key without a passphrase, as a file. */
function makeKey(folder: string): string {
  const home = path.join(folder, 'gpg');
  mkdirSync(home, { mode: 0o700 });
  const gpg = (...args: string[]) =>
    execFileSync('gpg', ['--homedir', home, '--batch', '--armor', ...args], { stdio: ['ignore', 'pipe', 'ignore'] });
  gpg('--passphrase', '', '--quick-generate-key', 'Ferry test <a@ferry.example>', 'ed25519', 'sign', 'never');
  const file = path.join(folder, 'secret.asc');
  writeFileSync(file, gpg('--export-secret-keys'));
  execFileSync('gpgconf', ['--homedir', home, '--kill', 'all']);
  return file;
}

/** Runs the real apt on a separate root folder, so that it neither reads nor changes this device's packages. */
function openApt(folder: string, source: string) {
  const root = path.join(folder, 'root');
  for (const name of [
    'etc/apt/apt.conf.d',
    'etc/apt/preferences.d',
    'etc/apt/trusted.gpg.d',
    'var/lib/apt/lists/partial',
    'var/cache/apt/archives/partial',
    'var/lib/dpkg',
  ])
    mkdirSync(path.join(root, name), { recursive: true });
  writeFileSync(path.join(root, 'var/lib/dpkg/status'), '');
  writeFileSync(path.join(root, 'etc/apt/sources.list'), `${source}\n`);
  const options = [
    `Dir=${root}`,
    `Dir::State::status=${root}/var/lib/dpkg/status`,
    'APT::Architecture=amd64',
    'APT::Architectures=amd64',
    'APT::Sandbox::User=',
  ];
  const flags = options.flatMap((option) => ['-o', option]);
  return {
    root,
    run: (...args: string[]) => {
      const { status, stdout, stderr } = spawnSync('apt-get', [...flags, ...args], { encoding: 'utf8' });
      return { status, output: `${stdout}${stderr}` };
    },
  };
}

test.skipIf(!hasApt)(
  'apt downloads the newest package from the signed repository in a folder',
  { tags: ['@C19', '@T39'] },
  () => {
    using temporary = mkdtempDisposableSync(path.join(tmpdir(), 'ferry-apt-'));
    const debs = [makeDeb(temporary.path, '1.2.3'), makeDeb(temporary.path, '1.2.4')];
    const folder = path.join(temporary.path, 'apt');
    writeDebianRepository({ folder, debs, sourceDate: 1_790_000_000, keyFile: makeKey(temporary.path) });
    const key = path.join(folder, 'ferry-archive-keyring.asc');
    expect(readFileSync(key, 'utf8')).toMatch(/^-----BEGIN PGP PUBLIC KEY BLOCK-----/);
    const apt = openApt(temporary.path, `deb [signed-by=${key}] file:${folder} stable main`);
    expect(apt.run('update')).toMatchObject({ status: 0, output: expect.not.stringMatching(/^[WE]:/m) });
    expect(apt.run('install', '--yes', '--download-only', 'ferry-console')).toMatchObject({
      status: 0,
      output: expect.stringContaining('amd64 ferry-console amd64 1.2.4 [') as unknown,
    });
    const unpacked = path.join(temporary.path, 'unpacked');
    execFileSync('dpkg-deb', ['--extract', path.join(folder, 'pool/ferry-console-1.2.4.deb'), unpacked]);
    expect(readFileSync(path.join(unpacked, 'opt/ferry-console/version'), 'utf8')).toBe('1.2.4');
  },
);

test.skipIf(!hasApt)(
  'apt refuses a changed list of packages, a changed deb, and a repository without a signature',
  { tags: ['@C19', '@T39'] },
  () => {
    using temporary = mkdtempDisposableSync(path.join(tmpdir(), 'ferry-apt-'));
    const debs = [makeDeb(temporary.path, '1.2.3')];
    const folder = path.join(temporary.path, 'apt');
    const keyFile = makeKey(temporary.path);
    const write = (signingKey: string | undefined) =>
      writeDebianRepository({ folder, debs, sourceDate: 1_790_000_000, keyFile: signingKey });
    write(keyFile);
    const key = path.join(temporary.path, 'public.asc');
    writeFileSync(key, readFileSync(path.join(folder, 'ferry-archive-keyring.asc')));
    const apt = openApt(temporary.path, `deb [signed-by=${key}] file:${folder} stable main`);
    expect(apt.run('update').status).toBe(0);

    const packages = path.join(folder, 'dists/stable/main/binary-amd64/Packages');
    writeFileSync(packages, readFileSync(packages, 'utf8').replace('1.2.3', '9.9.9'));
    writeFileSync(`${packages}.gz`, '');
    expect(
      openApt(path.join(temporary.path, 'second'), `deb [signed-by=${key}] file:${folder} stable main`).run('update')
        .status,
    ).not.toBe(0);

    write(keyFile);
    const deb = path.join(folder, 'pool/ferry-console-1.2.3.deb');
    writeFileSync(deb, Buffer.concat([readFileSync(deb), Buffer.from('more')]));
    expect(apt.run('update').status).toBe(0);
    expect(apt.run('install', '--yes', '--download-only', 'ferry-console').status).not.toBe(0);

    write(undefined);
    expect(existsSync(path.join(folder, 'dists/stable/InRelease'))).toBe(false);
    const unsigned = openApt(path.join(temporary.path, 'third'), `deb [signed-by=${key}] file:${folder} stable main`);
    expect(unsigned.run('update')).toMatchObject({
      status: 100,
      output: expect.stringContaining('is not signed') as unknown,
    });
  },
);

test.skipIf(!hasApt)('equal debs give equal unsigned repositories', { tags: '@C19' }, () => {
  using temporary = mkdtempDisposableSync(path.join(tmpdir(), 'ferry-apt-'));
  const debs = [makeDeb(temporary.path, '1.2.3')];
  const [one = '', two] = ['one', 'two'].map((name) => {
    const folder = path.join(temporary.path, name);
    writeDebianRepository({ folder, debs, sourceDate: 1_790_000_000, keyFile: undefined });
    return readFileSync(path.join(folder, 'dists/stable/Release'), 'utf8');
  });
  expect(two).toBe(one);
  expect(one).toContain('Date: Mon, 21 Sep 2026 14:13:20 UTC\n');
});
