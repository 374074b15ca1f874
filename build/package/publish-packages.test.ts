import { spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempDisposableSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LaunchFault } from '#build/launch/base/launch-fault.ts';
import { onPath } from '#build/launch/base/on-path.ts';
import { projectRoot } from '#build/launch/base/project-root.ts';
import { findProblems, readPublicKey } from '../../docs/examples/verify-package/ferry-verify-package.mjs';
import { writeKey } from '#test/fixtures/signing-key.ts';
import { verifyPackageCommand } from './product.ts';
import { cleanCommit, provenanceOf, signingProblem } from './provenance.ts';
import { publishPackages, readSigningKey, type SigningKey } from './publish-packages.ts';

const statement = 'ferry-linux-0.1.0.provenance.json';
const hasMinisign = onPath('minisign') !== null;
const noMinisign = 'minisign is not installed (Debian: apt-get install minisign)';

let statementText: string | undefined;

/** Makes a folder with published packages. */
function publish(folder: string, key: SigningKey | null): void {
  const names = ['ferry-console-0.1.0-linux-x64.deb', 'ferry-console-0.1.0-linux-x64.sbom.cdx.json'];
  for (const name of names) writeFileSync(path.join(folder, name), `contents of ${name}\n`);
  // Uses fixed provenance, because reading the versions of all tools takes a second and gives the same files each time.
  const parameters = { command: ['npm', 'run', 'dist:linux'], sourceDate: 1_790_000_000 };
  statementText ??= JSON.stringify(provenanceOf(folder, names, parameters, null), null, 2);
  writeFileSync(path.join(folder, statement), statementText);
  publishPackages({ folder, names: [...names, statement], key, sourceDate: 1_790_000_000 });
}

const temporaryFolder = () => mkdtempDisposableSync(path.join(tmpdir(), 'ferry-publish-'));
const keyOf = ({ publicKey }: SigningKey) => readPublicKey(publicKey) ?? expect.fail('no public key');

test('every changed byte of a package, sum, statement or signature is found', { tags: ['@C19', '@T39'] }, () => {
  using folder = temporaryFolder();
  const key = writeKey(`${folder.path}/../${path.basename(folder.path)}.key`);
  rmSync(`${folder.path}/../${path.basename(folder.path)}.key`);
  publish(folder.path, key);
  const names = readdirSync(folder.path);
  expect(names).toHaveLength(8);
  expect(findProblems(folder.path, keyOf(key))).toEqual([]);
  fc.assert(
    fc.property(fc.constantFrom(...names), fc.nat(), fc.integer({ min: 1, max: 255 }), (name, place, mask) => {
      const file = path.join(folder.path, name);
      const content = readFileSync(file);
      const changed = Buffer.from(content);
      const at = place % content.length;
      changed[at] = (content[at] ?? 0) ^ mask;
      writeFileSync(file, changed);
      try {
        expect(findProblems(folder.path, keyOf(key)), `${name}, byte ${at}`).not.toEqual([]);
      } finally {
        writeFileSync(file, content);
      }
    }),
    { numRuns: 300 },
  );
});

test('removed, added, renamed and exchanged files are found', { tags: '@T39' }, () => {
  using folder = temporaryFolder();
  using keys = temporaryFolder();
  using other = temporaryFolder();
  const [key, otherKey] = ['a', 'b'].map((name) => writeKey(path.join(keys.path, name))) as [SigningKey, SigningKey];
  publish(folder.path, key);
  for (const name of readdirSync(folder.path)) {
    using copy = temporaryFolder();
    cpSync(folder.path, copy.path, { recursive: true });
    rmSync(path.join(copy.path, name));
    expect(findProblems(copy.path, keyOf(key)), `without ${name}`).not.toEqual([]);
  }
  expect(findProblems(folder.path, keyOf(otherKey))[0]).toMatch(/is signed with another key/);
  const [deb, bill] = ['deb', 'sbom.cdx.json'].map((end) =>
    path.join(folder.path, `ferry-console-0.1.0-linux-x64.${end}`),
  );
  // The deb is replaced with another file that has a valid signature.
  for (const end of ['', '.minisig']) cpSync(`${bill}${end}`, `${deb}${end}`);
  expect(findProblems(folder.path, keyOf(key))).toEqual([
    expect.stringMatching(/deb has a signature with another comment/),
  ]);
  publish(other.path, key);
  writeFileSync(path.join(other.path, 'added.deb'), 'added');
  expect(findProblems(other.path, keyOf(key))).toEqual(['added.deb is not signed: added.deb.minisig is missing.']);
  // Links and folders can't be signed, so the verifier rejects them.
  symlinkSync(path.join(other.path, 'SHA256SUMS'), path.join(other.path, 'link.deb'));
  mkdirSync(path.join(other.path, 'more.deb'));
  expect(findProblems(other.path, keyOf(key)).toSorted()).toEqual([
    'added.deb is not signed: added.deb.minisig is missing.',
    'link.deb is not a regular file.',
    'more.deb is not a regular file.',
  ]);
  for (const name of ['link.deb', 'more.deb']) rmSync(path.join(other.path, name), { recursive: true });
  // The signed list omits unsigned files.
  publish(other.path, key);
  expect(readFileSync(path.join(other.path, 'SHA256SUMS'), 'utf8')).not.toContain('added');
});

test('a build without a key removes old signatures, and its list has every file', { tags: '@C19' }, () => {
  using folder = temporaryFolder();
  using keys = temporaryFolder();
  publish(folder.path, writeKey(path.join(keys.path, 'key')));
  publish(folder.path, null);
  expect(readdirSync(folder.path).filter((name) => name.endsWith('.minisig'))).toEqual([]);
  expect(readFileSync(path.join(folder.path, 'SHA256SUMS'), 'utf8').trim().split('\n')).toHaveLength(3);
});

test('the verifier runs as a single file, and its exit code says what it found', { tags: '@C19' }, () => {
  using folder = temporaryFolder();
  using tools = temporaryFolder();
  const key = writeKey(path.join(tools.path, 'key'));
  publish(folder.path, key);
  const program = path.join(tools.path, 'ferry-verify-package.mjs');
  cpSync(verifyPackageCommand.source, program);
  const verify = (...args: string[]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], { encoding: 'utf8' });
    return { status, stdout, stderr };
  };
  const deb = path.join(folder.path, 'ferry-console-0.1.0-linux-x64.deb');
  const publicFile = path.join(tools.path, 'ferry.pub');
  writeFileSync(publicFile, `untrusted comment: minisign public key\n${key.publicKey}\n`);
  expect(verify(folder.path, '--key', key.publicKey)).toMatchObject({ status: 0, stderr: '' });
  expect(verify('--key', publicFile, deb)).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(/ [0-9A-F]{16}\.\n$/),
  });
  writeFileSync(deb, 'changed');
  expect(verify('--key', publicFile, deb)).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('does not match'),
  });
  const [copy, link] = ['Check.mjs', 'link.mjs'].map((name) => path.join(tools.path, name)) as [string, string];
  cpSync(program, copy);
  symlinkSync(program, link);
  for (const renamed of [copy, link])
    expect(spawnSync(process.execPath, [renamed, '--key', publicFile, deb]).status, renamed).toBe(1);
  expect(verify('--key', 'nonsense', deb)).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('nonsense is not'),
  });
  expect(verify('--help')).toMatchObject({ status: 0 });
  expect(verify()).toMatchObject({ status: 2 });
});

test('a run that failed, or whose sources changed, is not signed', { tags: '@C19' }, () => {
  expect(signingProblem(cleanCommit(), 0)).toBeNull();
  expect(signingProblem(cleanCommit(), 1)).toBe('a package was not created');
  expect(signingProblem('0'.repeat(40), 0)).toBe('the sources changed during the build');
});

test("a key in the repository, with a password or of another kind isn't used", () => {
  using keys = temporaryFolder();
  const file = path.join(keys.path, 'key');
  for (const name of ['key', '..key'])
    expect(() => readSigningKey(path.join(projectRoot, name))).toThrow(/must not be in the repository/);
  const link = path.join(keys.path, 'link');
  symlinkSync(path.join(projectRoot, 'package.json'), link);
  expect(() => readSigningKey(link)).toThrow(/must not be in the repository/);
  writeKey(file);
  const [comment = '', encoded = ''] = readFileSync(file, 'utf8').split('\n');
  const damaged = Buffer.from(encoded, 'base64');
  damaged[100] = (damaged[100] ?? 0) ^ 1;
  writeFileSync(file, `${comment}\n${damaged.toString('base64')}\n`);
  expect(() => readSigningKey(file)).toThrow(/is damaged/);
  for (const text of [
    '',
    '-----BEGIN PRIVATE KEY-----\n',
    `untrusted comment: x\n${Buffer.from('EdScB2').toString('base64')}\n`,
  ]) {
    writeFileSync(file, text);
    expect(() => readSigningKey(file)).toThrow(LaunchFault);
  }
});

test('minisign verifies the signatures, and the verifier accepts those of minisign', { tags: '@T39' }, (context) => {
  context.skip(!hasMinisign, noMinisign);
  using folder = temporaryFolder();
  using keys = temporaryFolder();
  const [publicFile, secretFile] = [path.join(keys.path, 'ferry.pub'), path.join(keys.path, 'ferry.key')];
  const minisign = (...args: string[]) => spawnSync('minisign', args, { encoding: 'utf8' });
  expect(minisign('-G', '-W', '-p', publicFile, '-s', secretFile).status).toBe(0);
  const key = readSigningKey(secretFile);
  publish(folder.path, key);
  const files = readdirSync(folder.path).filter((name) => !name.endsWith('.minisig'));
  for (const name of files) {
    const file = path.join(folder.path, name);
    expect(minisign('-V', '-q', '-p', publicFile, '-m', file), name).toMatchObject({ status: 0 });
    expect(minisign('-S', '-s', secretFile, '-m', file, '-t', `file:${name}`), name).toMatchObject({ status: 0 });
  }
  const publicKey = readPublicKey(readFileSync(publicFile, 'utf8'));
  expect(publicKey && findProblems(folder.path, publicKey)).toEqual([]);
  writeFileSync(path.join(folder.path, statement), '{}');
  expect(minisign('-V', '-p', publicFile, '-m', path.join(folder.path, statement)).status).toBe(1);
});
