#!/usr/bin/env node
// Verifies the signatures of Ferry's packages offline. A single file for plain Node 18 or newer, without dependencies.
import { createHash, createPublicKey, verify } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

/** @typedef {{ readonly id: Buffer, readonly key: import('node:crypto').KeyObject }} PublicKey */

export const sumsName = 'SHA256SUMS';
export const signatureEnding = '.minisig';
export const statementEnding = '.provenance.json';
const help = `ferry-verify-package --key KEY FILE|FOLDER
Verifies a file against its signature FILE.minisig, or every file of a folder with its SHA-256 and its provenance.
KEY is a minisign public key, or a file that contains it.
Exit code: 0 all files are right, 1 a file is not, 2 wrong arguments.
`;

/** @param {string} algorithm @param {Buffer} content */
const hashOf = (algorithm, content) => createHash(algorithm).update(content).digest();

/**
 * Reads a public key in minisign's format: `Ed`, 8 bytes of ID, 32 bytes of key. Returns null for anything else.
 * @param {string} text
 * @returns {PublicKey | null}
 */
export function readPublicKey(text) {
  const bytes = Buffer.from(text.trim().split('\n').at(-1) ?? '', 'base64');
  if (bytes.length !== 42 || bytes.toString('latin1', 0, 2) !== 'Ed') return null;
  const der = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), bytes.subarray(10)]);
  return { id: bytes.subarray(2, 10), key: createPublicKey({ key: der, format: 'der', type: 'spki' }) };
}

/**
 * Returns why a signature is invalid, or null. Stricter than minisign: the signature must have exactly the format that
 * minisign writes, and the trusted comment must name the file.
 * @param {string} name @param {Buffer} content @param {string} signature @param {PublicKey} publicKey
 */
export function signatureProblem(name, content, signature, { id, key }) {
  const format = /^untrusted comment: signature from minisign secret key\n(.*)\ntrusted comment: (.*)\n(.*)\n$/;
  const [, first = '', comment = '', second = ''] = format.exec(signature) ?? [];
  const [signed, global] = [Buffer.from(first, 'base64'), Buffer.from(second, 'base64')];
  const isExact = signed.toString('base64') === first && global.toString('base64') === second;
  if (!isExact || signed.length !== 74 || signed.toString('latin1', 0, 2) !== 'ED') return 'has a malformed signature';
  if (!signed.subarray(2, 10).equals(id)) return 'is signed with another key';
  const bytes = signed.subarray(10);
  if (!verify(null, hashOf('blake2b512', content), key, bytes)) return 'does not match its signature';
  const isWhole = verify(null, Buffer.concat([bytes, Buffer.from(comment)]), key, global);
  return isWhole && comment.split('\t').includes(`file:${name}`) ? null : 'has a signature with another comment';
}

/** @param {string} folder @param {string} name @param {PublicKey} key */
function fileProblem(folder, name, key) {
  const file = path.join(folder, name);
  if (!existsSync(file)) return 'is missing';
  if (!existsSync(file + signatureEnding)) return `is not signed: ${name}${signatureEnding} is missing`;
  return signatureProblem(name, readFileSync(file), readFileSync(file + signatureEnding, 'utf8'), key);
}

/**
 * Returns a sentence for each entry of a folder that is changed, missing, unsigned, no regular file, or absent from
 * `SHA256SUMS` or from the provenance statements.
 * @param {string} folder @param {PublicKey} key @returns {string[]}
 */
export function findProblems(folder, key) {
  const read = (/** @type {string} */ name) => readFileSync(path.join(folder, name));
  const entries = readdirSync(folder, { withFileTypes: true });
  const problems = entries.filter((entry) => !entry.isFile()).map(({ name }) => `${name} is not a regular file.`);
  const files = entries.filter((entry) => entry.isFile());
  const names = new Set([sumsName, ...files.map(({ name }) => name.replace(/\.minisig$/, ''))]);
  for (const name of names) {
    const problem = fileProblem(folder, name, key);
    if (problem !== null) problems.push(`${name} ${problem}.`);
  }
  // Don't trust the lists below unless all signatures are valid.
  if (problems.length > 0) return problems;
  const sums = new Set(read(sumsName).toString().trimEnd().split('\n'));
  const statements = [...names].filter((name) => name.endsWith(statementEnding));
  const subjects = statements.flatMap((name) => JSON.parse(read(name).toString()).subject);
  const stated = new Set(subjects.map(({ name, digest }) => `${digest.sha256}  ${name}`));
  const missing = [...sums].map((line) => line.slice(66)).filter((name) => !names.has(name));
  problems.push(...missing.map((name) => `${name} is missing.`));
  for (const name of names) {
    if (name === sumsName) continue;
    const line = `${hashOf('sha256', read(name)).toString('hex')}  ${name}`;
    if (!sums.has(line)) problems.push(`${name} is not in ${sumsName} with its SHA-256.`);
    if (!stated.has(line) && !statements.includes(name)) problems.push(`No statement has ${name} with its SHA-256.`);
  }
  return problems;
}

/** @param {readonly string[]} args @returns {number} */
function run(args) {
  const options = /** @type {const} */ ({ key: { type: 'string' }, help: { type: 'boolean' } });
  const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true, strict: false });
  const [target, ...others] = positionals;
  const keyText = String(values.key ?? '');
  const key = readPublicKey(existsSync(keyText) ? readFileSync(keyText, 'utf8') : keyText);
  if (values.help || !key || !target || others.length > 0 || !existsSync(target)) {
    if (keyText && !key) process.stderr.write(`${keyText} is not a minisign public key.\n`);
    process.stderr.write(help);
    return values.help ? 0 : 2;
  }
  const isFolder = statSync(target).isDirectory();
  const name = path.basename(target);
  const problem = isFolder ? null : fileProblem(path.dirname(target), name, key);
  const problems = isFolder ? findProblems(target, key) : problem === null ? [] : [`${name} ${problem}.`];
  for (const sentence of problems) process.stderr.write(`${sentence}\n`);
  // minisign prints an ID as a little-endian number.
  const id = key.id.readBigUInt64LE().toString(16).toUpperCase().padStart(16, '0');
  if (problems.length === 0) process.stdout.write(`${target} is signed with the key ${id}.\n`);
  return problems.length === 0 ? 0 : 1;
}

// Compares resolved paths, because this file may be renamed or started through a link.
const [, program = ''] = process.argv;
if (existsSync(program) && realpathSync(program) === realpathSync(fileURLToPath(import.meta.url))) {
  process.exitCode = run(process.argv.slice(2));
}
