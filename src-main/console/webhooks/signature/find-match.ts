import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import { signedHead } from '#shared/webhooks-api/signature.ts';
import type { BodyVariant } from './body-variants.ts';
import type { TimeSlices } from './time-slices.ts';

interface Head {
  readonly id: string;
  readonly timestamp: string;
}

/** How a signature may have been created. Fields are null for parts that match the input. */
export interface Match {
  readonly secret: Buffer | null;
  readonly head: Head | null;
  readonly body: BodyVariant | null;
  readonly mac: string;
}

export interface Search {
  readonly key: Buffer;
  readonly head: Head;
  readonly body: Buffer;
  readonly macs: ReadonlySet<string>;
  readonly otherKeys: readonly Buffer[];
  readonly otherHeads: readonly Head[];
  /** Computed lazily. Null entries are skipped. */
  readonly variants: Iterable<BodyVariant | null>;
  readonly spanSeconds: number;
  /** Maximum bytes to sign in total, so that long bodies take no longer than short bodies. */
  readonly maxBytes?: number;
  readonly turns: TimeSlices;
  readonly signal: AbortSignal;
}

type Combination = readonly [secret: Buffer | null, head: Head | null, body: BodyVariant | null];

const macOf = (key: KeyObject, head: Head, body: Buffer): string =>
  createHmac('sha256', key).update(signedHead(head)).update(body).digest('base64');

/** Byte limit of one check: four days of timestamps with an 850-byte body, or 2,000 attempts with the longest. */
const defaultMaxBytes = 6e8;

export async function findMatch(search: Search): Promise<Match | null> {
  const { key, head, body, macs, otherKeys, otherHeads, spanSeconds, turns, signal } = search;
  // Creates each key object once, because passing a key's bytes to each signature takes ten times as long.
  const keyObjects = new Map([key, ...otherKeys].map((each) => [each, createSecretKey(each)]));
  const variants: BodyVariant[] = [];
  let bytesLeft = search.maxBytes ?? defaultMaxBytes;

  function* combinations(): Generator<Combination | null> {
    for (const each of [null, ...otherKeys]) yield [each, null, null];
    for (const variant of search.variants) {
      if (variant) variants.push(variant);
      yield variant && [null, null, variant];
    }
    for (const each of otherHeads) yield [null, each, null];
    for (const each of otherKeys) for (const variant of variants) yield [each, null, variant];
    for (const each of otherHeads.slice(0, 20)) for (const variant of variants) yield [null, each, variant];
    for (const each of otherHeads) for (const other of otherKeys) yield [other, each, null];
    const timestampSeconds = Number(head.timestamp);
    if (!Number.isSafeInteger(timestampSeconds)) return;
    for (let distance = 1; distance <= spanSeconds; distance += 1) {
      for (const seconds of [timestampSeconds - distance, timestampSeconds + distance]) {
        yield [null, { id: head.id, timestamp: String(seconds) }, null];
      }
    }
  }

  for (const combination of combinations()) {
    if (turns.isOver()) await turns.next();
    if (combination === null) continue;
    const [secret, other, variant] = combination;
    const bytes = variant?.bytes ?? body;
    bytesLeft -= bytes.length;
    if (signal.aborted || bytesLeft < 0) return null;
    const mac = macOf(keyObjects.get(secret ?? key) as KeyObject, other ?? head, bytes);
    if (macs.has(mac)) return { secret, head: other, body: variant, mac };
  }
  return null;
}
