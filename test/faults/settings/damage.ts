interface Damage {
  readonly name: string;
  readonly bytes: Buffer;
}

/** A pseudo-random number from 0 to 1, fixed for each seed and position. */
function randomFraction(seed: number, place: number): number {
  let hash = (seed * 0x9e3779b1) ^ (place * 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 16), 0x21f0aaad);
  hash = Math.imul(hash ^ (hash >>> 15), 0x735a2d97);
  return ((hash ^ (hash >>> 15)) >>> 0) / 2 ** 32;
}

type Json = Record<string, unknown>;
const edited = (good: Buffer, edit: (json: Json) => unknown): Buffer =>
  Buffer.from(JSON.stringify(edit(JSON.parse(good.toString('utf8')) as Json)));

/** Values that are invalid in every settings field. */
const wrong: readonly unknown[] = [null, -1, true, 'Not An Id', ['x'], '\u0000', 1e300];
const fields = ['version', 'activeProfileId', 'profiles', 'expectedKeys', 'preferences'];

const damages: readonly ((good: Buffer, at: number) => Damage)[] = [
  (good, at) => ({
    name: `cut at ${Math.floor(at * good.length)}`,
    bytes: good.subarray(0, Math.floor(at * good.length)),
  }),
  (good, at) => {
    const bytes = Buffer.from(good);
    const from = Math.floor(at * (good.length - 16));
    return { name: `zeros from ${from}`, bytes: bytes.fill(0, from, from + 16) };
  },
  (good, at) => {
    const place = Math.floor(at * good.length);
    return {
      name: `lost sector at ${place}`,
      bytes: Buffer.concat([good.subarray(0, place), good.subarray(place + 512)]),
    };
  },
  (good, at) => ({
    name: 'written over by a longer file',
    bytes: Buffer.concat([good, good.subarray(Math.floor(at * 20))]),
  }),
  (good, at) => ({
    name: 'other bytes',
    bytes: Buffer.from(good.map((byte, index) => byte ^ (1 + ((index * 7 + Math.floor(at * 200)) % 200)))),
  }),
  (good, at) => {
    const field = fields[Math.floor(at * fields.length)] ?? 'version';
    const value = wrong[Math.floor(at * 1_000) % wrong.length];
    return {
      name: `${field} is ${JSON.stringify(value)}`,
      bytes: edited(good, (json) => ({ ...json, [field]: value })),
    };
  },
  (good, at) => {
    const field = fields[Math.floor(at * fields.length)] ?? 'version';
    return { name: `without ${field}`, bytes: edited(good, (json) => ({ ...json, [field]: undefined })) };
  },
  (good, at) => {
    const bad = ['javascript:alert(1)', 'http://api.example.com', 'https://me:pw@a.example', ''][Math.floor(at * 4)];
    return {
      name: `base address ${JSON.stringify(bad)}`,
      bytes: edited(good, (json) => ({ ...json, profiles: [{ ...(json['profiles'] as Json[])[0], baseURL: bad }] })),
    };
  },
  (_good, at) => {
    const text =
      ['', ' ', 'null', '[]', '"text"', '1', '<html></html>', '{}', '\u0000'.repeat(300)][Math.floor(at * 9)] ?? '';
    return { name: `whole file ${JSON.stringify(text.slice(0, 20))}`, bytes: Buffer.from(text) };
  },
  (good) => ({ name: 'UTF-16', bytes: Buffer.from(good.toString('utf8'), 'utf16le') }),
];

/** Returns a damaged copy of `good`. `number` selects the kind of damage in rotation, and with `seed` the position. */
export function damageNumber(number: number, seed: number, good: Buffer): Damage {
  const way = damages[number % damages.length] ?? damages[0];
  if (!way) throw new Error('no way');
  return way(good, randomFraction(seed, number));
}
