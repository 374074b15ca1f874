import type { IncomingMessage, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';

/** A reply to send, valid or not. */
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** Number of bytes sent before the connection is closed; null for all. */
  readonly cutAfter: number | null;
}

export function sendReply(
  { status, headers, body, cutAfter }: Reply,
  _request: IncomingMessage,
  reply: ServerResponse,
) {
  reply.writeHead(status, { ...headers, ...(cutAfter === null ? {} : { 'Content-Length': String(body.byteLength) }) });
  if (cutAfter === null) reply.end(body);
  else reply.write(body.subarray(0, cutAfter), () => reply.destroy());
}

const names = [
  'results',
  'data',
  'page',
  'total',
  'size',
  'id',
  'status',
  'created',
  'error',
  '__proto__',
  'constructor',
];
const odd = fc.oneof(
  { weight: 6, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  fc.constantFrom<unknown>(null, -1, 1e308, 2 ** 53, '', '\u0000', '\ud800', '<script>alert(1)</script>', [], {}),
  fc.constantFrom(60, 4_000).map((depth) => JSON.parse('['.repeat(depth) + ']'.repeat(depth)) as unknown),
);

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** Returns the path of every value inside a value. */
const placesIn = (value: unknown, path: readonly string[] = []): (readonly string[])[] =>
  isObject(value) ? [path, ...Object.keys(value).flatMap((name) => placesIn(value[name], [...path, name]))] : [path];

/** Returns the value with another value at this path. */
function replaceAt(value: unknown, [name, ...rest]: readonly string[], other: unknown): unknown {
  if (name === undefined) return other;
  if (Array.isArray(value))
    return value.map((item, index) => (String(index) === name ? replaceAt(item, rest, other) : item));
  if (!isObject(value)) return other;
  const inner = replaceAt(value[name], rest, other);
  return Object.defineProperty({ ...value }, name, { value: inner, enumerable: true });
}

/** A service's JSON with one or more mutations. */
const mutatedText = (good: unknown): fc.Arbitrary<string> => {
  const places = placesIn(good);
  const bend = fc.record({ place: fc.constantFrom(...places), name: fc.constantFrom(null, ...names), value: odd });
  return fc.array(bend, { maxLength: 4 }).map((bends) => {
    const bent = bends.reduce<unknown>(
      (json, { place, name, value }) => replaceAt(json, name === null ? place : [...place, name], value),
      good,
    );
    return JSON.stringify(bent) ?? '';
  });
};

const otherText = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    'null',
    '[]',
    '{}',
    '<!doctype html><h1>Log in to the network</h1>',
    'Bad Gateway',
    '\ufeff{}',
  ),
  fc.string({ unit: 'binary', maxLength: 300 }),
);
/** 200 in two of three cases; never 401, which permanently stops the use of the key. */
const status = fc.oneof(
  { weight: 2, arbitrary: fc.constant(200) },
  fc.constantFrom(201, 202, 204, 206, 300, 301, 304, 400, 403, 404, 409, 418, 422, 429, 451, 500, 502, 503, 599),
);
const contentType = fc.constantFrom('application/json', 'text/html', 'text/plain', 'application/octet-stream', 'x');

/** Mutations of an endpoint's valid reply: changed, truncated, of other types, oversized, wrongly encoded. */
export const mutatedReplies = (good: unknown): fc.Arbitrary<Reply> => {
  const whole = Buffer.from(JSON.stringify(good));
  const text = fc.oneof({ weight: 5, arbitrary: mutatedText(good) }, otherText).map((one) => Buffer.from(one));
  const truncatedArbitrary = fc.nat(whole.byteLength).map((at) => whole.subarray(0, at));
  const bytes = fc.uint8Array({ maxLength: 200 }).map((one) => Buffer.from(one));
  const large = fc
    .constantFrom(1_000_000, 11 * 1024 * 1024)
    .map((size) => Buffer.from(JSON.stringify('x'.repeat(size))));
  const body = fc.oneof(
    { weight: 300, arbitrary: text },
    { weight: 100, arbitrary: truncatedArbitrary },
    { weight: 40, arbitrary: bytes },
    { weight: 1, arbitrary: large },
  );
  const plainArbitrary = fc.record({ status, type: contentType, body }).map((one): Reply => ({
    status: one.status,
    headers: { 'Content-Type': one.type },
    body: one.body,
    cutAfter: null,
  }));
  const encodedArbitrary = fc
    .record({ body: fc.oneof(text, bytes), encoding: fc.constantFrom('gzip', 'br', 'deflate', 'x'), zip: fc.boolean() })
    .map(({ body: inner, encoding, zip }): Reply => ({
      status: 200,
      headers: { 'Content-Type': 'application/json', 'Content-Encoding': encoding },
      body: zip ? gzipSync(inner) : inner,
      cutAfter: null,
    }));
  const lostArbitrary = fc.nat(whole.byteLength - 1).map((cutAfter): Reply => ({
    status: 200,
    headers: { 'Content-Type': 'application/json' },
    body: whole,
    cutAfter,
  }));
  return fc.oneof(
    { weight: 16, arbitrary: plainArbitrary },
    { weight: 2, arbitrary: encodedArbitrary },
    { weight: 1, arbitrary: lostArbitrary },
  );
};
