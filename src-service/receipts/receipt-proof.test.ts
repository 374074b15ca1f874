import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ReceiptItem } from '#shared/reports-api/receipts.ts';
import { leafHash, merkleRoot } from './receipt-proof.ts';

const sha256 = (...parts: readonly Buffer[]): Buffer => createHash('sha256').update(Buffer.concat(parts)).digest();

/** The definition of RFC 6962, section 2.1, of hashes that are already sorted. */
const treeHash = (leaves: readonly Buffer[]): Buffer => {
  const [first] = leaves;
  if (first === undefined) return sha256();
  if (leaves.length === 1) return first;
  const half = 2 ** Math.ceil(Math.log2(leaves.length) - 1);
  return sha256(Buffer.from([1]), treeHash(leaves.slice(0, half)), treeHash(leaves.slice(half)));
};

test('the root is the one of RFC 6962, in any order of the items', { tags: ['@X32', '@T100'] }, () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.uint8Array({ minLength: 32, maxLength: 32 }), { maxLength: 40 }), (bytes) => {
      const leaves = bytes.map((one) => Buffer.from(one));
      const root = treeHash(leaves.toSorted(Buffer.compare)).toString('hex');
      expect(merkleRoot(leaves.map((leaf) => leaf.toString('hex')))).toBe(root);
    }),
  );
});

test('a leaf is the hash of the sorted JSON of its item after a zero byte', { tags: ['@X32', '@T100'] }, () => {
  const item: ReceiptItem = {
    item: '/ada/ü.vcf',
    collection: '/ada/',
    outcome: 'copied',
    reason: null,
    source_hash: 'a',
    destination_hash: 'b',
    place: '/there/1.vcf',
  };
  const json =
    '{"collection":"/ada/","destination_hash":"b","item":"/ada/ü.vcf","outcome":"copied","place":"/there/1.vcf","reason":null,"source_hash":"a"}';
  expect(leafHash(item)).toBe(sha256(Buffer.from([0]), Buffer.from(json)).toString('hex'));
});
