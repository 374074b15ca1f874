import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import { signedHead } from '#shared/webhooks-api/signature.ts';
import type { BodyVariant } from './body-variants.ts';
import type { Turns } from './turns.ts';

interface Head {
  readonly id: string;
  readonly timestamp: string;
}

/** One way in which a signature can have been made; null where it was made with what was given. */
export interface Match {
  readonly secret: NamedKey | null;
  readonly head: Head | null;
  readonly body: BodyVariant | null;
  /** The signature that fits, in base64. */
  readonly mac: string;
}

export interface NamedKey {
  /** null for the other secret that was given. */
  readonly name: string | null;
  readonly key: Buffer;
}

export interface KnownEvent {
  readonly id: string;
  readonly body: string;
}

export interface Search {
  readonly key: Buffer;
  readonly head: Head;
  readonly body: Buffer;
  /** Signatures, in base64. */
  readonly macs: ReadonlySet<string>;
  readonly otherKeys: readonly NamedKey[];
  readonly otherHeads: readonly Head[];
  /** Made when it is asked for; null where there is none to try. */
  readonly variants: Iterable<BodyVariant | null>;
  readonly spanSeconds: number;
  /** How many bytes of bodies are signed at most, so that a long body costs no more than many tries of a short one. */
  readonly maxBytes?: number;
  readonly turns: Turns;
  readonly signal: AbortSignal;
}

/** One way to try; null where it is taken as it was given. */
type Combination = readonly [secret: NamedKey | null, head: Head | null, body: BodyVariant | null];

const macOf = (key: KeyObject, head: Head, body: Buffer): string =>
  createHmac('sha256', key).update(signedHead(head)).update(body).digest('base64');

/** As many bytes are signed for one check: four days of a body of 850 bytes, two thousand tries of the longest one. */
const defaultBytes = 6e8;

/** The nearest explanation of a signature: as little as possible is taken otherwise than it was given. */
export async function findMatch(search: Search): Promise<Match | null> {
  const { key, head, body, macs, otherKeys, otherHeads, spanSeconds, turns, signal } = search;
  // Handed over as bytes, a key costs ten times as much as the signature.
  const ready = new Map([key, ...otherKeys.map((other) => other.key)].map((each) => [each, createSecretKey(each)]));
  const variants: BodyVariant[] = [];
  let bytesLeft = search.maxBytes ?? defaultBytes;

  function* combinations(): Generator<Combination | null> {
    for (const each of [null, ...otherKeys]) yield [each, null, null];
    for (const each of search.variants) {
      if (each) variants.push(each);
      yield each && [null, null, each];
    }
    for (const each of otherHeads) yield [null, each, null];
    for (const each of otherKeys) for (const variant of variants) yield [each, null, variant];
    for (const each of otherHeads.slice(0, 20)) for (const variant of variants) yield [null, each, variant];
    for (const each of otherHeads) for (const other of otherKeys) yield [other, each, null];
    const given = Number(head.timestamp);
    if (!Number.isSafeInteger(given)) return;
    for (let distance = 1; distance <= spanSeconds; distance += 1) {
      for (const seconds of [given - distance, given + distance]) {
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
    const mac = macOf(ready.get(secret?.key ?? key) as KeyObject, other ?? head, bytes);
    if (macs.has(mac)) return { secret, head: other, body: variant, mac };
  }
  return null;
}
