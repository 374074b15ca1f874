import { createPrivateKey, createPublicKey, hash, type KeyObject, sign } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { LaunchFault } from '#build/launch/base/launch-fault.ts';
import { projectRoot } from '#build/launch/base/project-root.ts';
import {
  readPublicKey,
  signatureEnding,
  signatureProblem,
  sumsName,
} from '../../docs/examples/verify-package/ferry-verify-package.mjs';

/** An Ed25519 key with its ID and its public key in minisign's format. */
export interface SigningKey {
  readonly id: Buffer;
  readonly privateKey: KeyObject;
  readonly publicKey: string;
}

/** Reads a secret key of minisign without a password. Throws a `LaunchFault` for any other file. */
export function readSigningKey(file: string): SigningKey {
  const place = path.relative(realpathSync(projectRoot), existsSync(file) ? realpathSync(file) : path.resolve(file));
  if (place.split(path.sep)[0] !== '..' && !path.isAbsolute(place))
    throw new LaunchFault(`FERRY_SIGNING_KEY names ${file}. A signing key must not be in the repository.`);
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const bytes = Buffer.from(text.split('\n')[1] ?? '', 'base64');
  // The two bytes of the key derivation are 0 if the key has no password.
  if (bytes.length !== 158 || bytes.toString('latin1', 0, 4) !== 'Ed\0\0')
    throw new LaunchFault(
      `FERRY_SIGNING_KEY names ${file}, which is not a secret key of minisign without a password. Create one: minisign -G -W`,
    );
  const [id, seed] = [bytes.subarray(54, 62), bytes.subarray(62, 94)];
  const der = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed]);
  const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  const point = createPublicKey(privateKey).export({ format: 'der', type: 'spki' }).subarray(12);
  if (!point.equals(bytes.subarray(94, 126)))
    throw new LaunchFault(
      `FERRY_SIGNING_KEY names ${file}, which is damaged: its public key is not that of its secret key.`,
    );
  return { id, privateKey, publicKey: Buffer.concat([Buffer.from('Ed'), id, point]).toString('base64') };
}

/** Returns the signature of a file in minisign's format. Equal files, times and keys give equal signatures. */
function signatureOf(name: string, content: Buffer, key: SigningKey, sourceDate: number): string {
  const signature = sign(null, hash('blake2b512', content, 'buffer'), key.privateKey);
  const comment = `timestamp:${sourceDate}\tfile:${name}\thashed`;
  const signed = Buffer.concat([Buffer.from('ED'), key.id, signature]).toString('base64');
  const global = sign(null, Buffer.concat([signature, Buffer.from(comment)]), key.privateKey).toString('base64');
  return `untrusted comment: signature from minisign secret key\n${signed}\ntrusted comment: ${comment}\n${global}\n`;
}

interface Publication {
  readonly folder: string;
  /** Files of this run, including the provenance statement. */
  readonly names: readonly string[];
  readonly key: SigningKey | null;
  readonly sourceDate: number;
}

/**
 * Signs the files, then writes `SHA256SUMS` of the folder in the format of `sha256sum --check`. With a key, the list has
 * only files that the key has signed. Without one, removes the signatures of replaced files.
 */
export function publishPackages({ folder, names, key, sourceDate }: Publication): void {
  const read = (name: string) => readFileSync(path.join(folder, name));
  const writeSignature = (name: string) => {
    const file = path.join(folder, name + signatureEnding);
    if (key) writeFileSync(file, signatureOf(name, read(name), key, sourceDate));
    else rmSync(file, { force: true });
  };
  for (const name of names) writeSignature(name);
  const publicKey = key && readPublicKey(key.publicKey);
  const isSigned = (name: string): boolean => {
    const file = path.join(folder, name + signatureEnding);
    return (
      !publicKey || (existsSync(file) && !signatureProblem(name, read(name), readFileSync(file, 'utf8'), publicKey))
    );
  };
  const listed = readdirSync(folder).filter(
    (name) => name !== sumsName && !name.startsWith('.') && !name.endsWith(signatureEnding) && isSigned(name),
  );
  const lines = listed.toSorted().map((name) => `${hash('sha256', read(name))}  ${name}\n`);
  writeFileSync(path.join(folder, sumsName), lines.join(''));
  writeSignature(sumsName);
}
