import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import type { ReceiptItem } from '#shared/reports-api/receipts.ts';

/** Precedes the signed JSON, so that no other signature of the service is a receipt. */
const signedPrefix = 'ferry-receipt-1\n';
/** First bytes of what is hashed, by RFC 6962: a leaf can't be presented as a node. */
const [leafPrefix, nodePrefix] = [Buffer.from([0]), Buffer.from([1])];

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns JSON by RFC 8785. Numbers must be integers. */
const canonicalJson = (value: unknown): string =>
  JSON.stringify(value, (_name, part: unknown) =>
    isObject(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  );

const sha256 = (...parts: readonly (Buffer | string)[]): Buffer => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};

export const leafHash = (item: ReceiptItem): string => sha256(leafPrefix, canonicalJson(item)).toString('hex');

/** Returns the root of a Merkle tree by RFC 6962, whose leaves are sorted by their hashes. */
export const merkleRoot = (leafHashes: readonly string[]): string => {
  let level: Buffer[] = leafHashes.toSorted().map((hash) => Buffer.from(hash, 'hex'));
  while (level.length > 1) {
    const nodes: Buffer[] = [];
    for (let index = 0; index < level.length; index += 2) {
      const [left = leafPrefix, right] = level.slice(index, index + 2);
      nodes.push(right === undefined ? left : sha256(nodePrefix, left, right));
    }
    level = nodes;
  }
  return (level[0] ?? sha256()).toString('hex');
};

const signedBytes = (receipt: unknown): Buffer => Buffer.from(`${signedPrefix}${canonicalJson(receipt)}`);

/** @param privateKey PKCS #8 in base64 */
const privateKeyOf = (privateKey: string): KeyObject =>
  createPrivateKey({ key: Buffer.from(privateKey, 'base64'), format: 'der', type: 'pkcs8' });

export const signReceipt = (receipt: unknown, privateKey: string): string =>
  sign(null, signedBytes(receipt), privateKeyOf(privateKey)).toString('base64');

/** Returns the public key as SubjectPublicKeyInfo in base64, as in a PEM file. */
export const publicKeyOf = (privateKey: string): string =>
  createPublicKey(privateKeyOf(privateKey)).export({ format: 'der', type: 'spki' }).toString('base64');

/** Returns false also if `publicKey` isn't a key from `publicKeyOf`. */
export const isSigned = (receipt: unknown, signature: string, publicKey: string): boolean => {
  try {
    const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' });
    return verify(null, signedBytes(receipt), key, Buffer.from(signature, 'base64'));
  } catch {
    return false;
  }
};
