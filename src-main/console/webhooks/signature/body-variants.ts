import type { BodyChange, BodyEncoding, JsonForm } from '#shared/console-contract/signature-check.ts';
import { formOf, jsonForms, type JsonTree, readTree, writeTree } from './json-forms.ts';
import type { TimeSlices } from './time-slices.ts';

/** A body that may have been signed instead of the pasted one, and the difference between the two. */
export interface BodyVariant {
  readonly bytes: Buffer;
  readonly what:
    | { readonly kind: 'encoding'; readonly encoding: BodyEncoding }
    | { readonly kind: 'text'; readonly text: string; readonly form: JsonForm | null };
}

const ends = ['', '\n', '\r\n'];

const textVariant = (text: string, form: JsonForm | null = null): BodyVariant => ({
  bytes: Buffer.from(text),
  what: { kind: 'text', text, form },
});

function* plainVariants(text: string): Generator<BodyVariant> {
  const unix = text.replaceAll('\r\n', '\n');
  for (const lines of new Set([text, unix, unix.replaceAll('\n', '\r\n'), unix.replaceAll('\n', '')])) {
    for (const end of ends) {
      yield textVariant(lines + end);
      yield textVariant(lines.trimEnd() + end);
      yield textVariant(lines.trim() + end);
    }
  }
}

function* jsonVariants(tree: JsonTree): Generator<BodyVariant> {
  for (const form of jsonForms) {
    const text = writeTree(tree, form);
    for (const end of ends) yield textVariant(text + end, form);
  }
}

const bom = '\uFEFF';
const encodeBigEndian = (text: string): Buffer => Buffer.from(text, 'utf16le').swap16();

/** Windows-1252 characters from byte 0x80 up. Latin-1 has control characters there. */
const windowsLetters = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

/** Encodes a string as one byte per character. Null if a character doesn't fit. */
function singleBytes(text: string): Buffer | null {
  const bytes = Buffer.alloc(text.length);
  for (let index = 0; index < text.length; index += 1) {
    const windows = windowsLetters.indexOf(text.charAt(index));
    const code = windows === -1 ? text.charCodeAt(index) : 0x80 + windows;
    if (code > 0xff) return null;
    bytes[index] = code;
  }
  return bytes;
}

function* encodingVariants(text: string): Generator<BodyVariant> {
  const variant = (encoding: BodyEncoding, bytes: Buffer): BodyVariant => ({
    bytes,
    what: { kind: 'encoding', encoding },
  });
  const bare = text.startsWith(bom) ? text.slice(1) : text;
  if (bare !== text) yield variant('bom_added', Buffer.from(bare));
  else yield variant('bom_lost', Buffer.from(bom + text));
  for (const each of [bare, bom + bare]) {
    yield variant('utf16', Buffer.from(each, 'utf16le'));
    yield variant('utf16', encodeBigEndian(each));
  }
  // Reading the body as UTF-16 loses an unpaired last byte.
  for (const end of ['}', '\n'])
    yield variant('utf16', Buffer.concat([Buffer.from(bare, 'utf16le'), Buffer.from(end)]));
  for (const bytes of [singleBytes(bare), /^[\0-\u00ff]*$/.test(bare) ? Buffer.from(bare, 'latin1') : null]) {
    if (bytes !== null) yield variant('latin1', bytes);
  }
  yield variant('normalized', Buffer.from(text.normalize('NFC')));
  yield variant('normalized', Buffer.from(text.normalize('NFD')));
}

function* allVariants(body: string): Generator<BodyVariant> {
  // Encodings come first, because a byte order mark also counts as white space.
  yield* encodingVariants(body);
  yield* plainVariants(body);
  const tree = readTree(body.replace(/^\uFEFF/, ''));
  if (tree === null) return;
  yield* jsonVariants(tree);
  // A program that misreads UTF-8 as Latin-1 may also serialize the JSON again.
  const latin1Bytes = singleBytes(writeTree(tree, { spacing: 'compact', order: 'original', escapes: 'none' }));
  if (latin1Bytes) yield { bytes: latin1Bytes, what: { kind: 'encoding', encoding: 'latin1' } };
}

/**
 * Yields every common variant of this body once, without the body itself. Lazy, because all variants together are about
 * 300 times as large. Yields null instead of a duplicate, so that the caller can let other work run.
 */
export function* bodyVariants(body: string): Generator<BodyVariant | null> {
  const pastedBytes = Buffer.from(body);
  const bytesByLength = new Map<number, readonly Buffer[]>([[pastedBytes.length, [pastedBytes]]]);
  for (const variant of allVariants(body)) {
    const sameLengthVariants = bytesByLength.get(variant.bytes.length) ?? [];
    const isKnown = sameLengthVariants.some((bytes) => bytes.equals(variant.bytes));
    if (!isKnown) bytesByLength.set(variant.bytes.length, [...sameLengthVariants, variant.bytes]);
    yield isKnown ? null : variant;
  }
}

const withoutSpace = (tree: JsonTree | null, order: JsonForm['order'], escapes: JsonForm['escapes']): string | null =>
  tree && writeTree(tree, { spacing: 'compact', order, escapes });

export async function compareBodies(signed: string, pasted: string, turns: TimeSlices) {
  const trees = { signed: readTree(signed), pasted: readTree(pasted) };
  const forms = {
    signed: trees.signed && (await formOf(signed.trim(), trees.signed, turns)),
    pasted: trees.pasted && (await formOf(pasted.trim(), trees.pasted, turns)),
  };
  const isOther = (order: JsonForm['order']): boolean =>
    withoutSpace(trees.signed, order, 'none') !== withoutSpace(trees.pasted, order, 'none');
  const changes: BodyChange[] = [];
  const [signedText, pastedText] = [signed.trim(), pasted.trim()];
  if (signedText === pastedText) changes.push('end');
  else if (signedText.replaceAll('\r\n', '\n') === pastedText.replaceAll('\r\n', '\n')) changes.push('line_ends');
  else {
    if (isOther('sorted')) changes.push('values');
    else if (isOther('original')) changes.push('order');
    if (forms.signed?.escapes !== forms.pasted?.escapes) changes.push('escapes');
    if (forms.signed?.spacing !== forms.pasted?.spacing || changes.length === 0) changes.push('spacing');
  }
  return { ...forms, changes };
}
