import { type EscapeReading, readEscapes, schemesIn, waysToRead } from './escapes.ts';
import { deepestEscape, secretForms } from './secret-forms.ts';

/** Finds any of some texts in another, in either case of ASCII letters, in one pass whose cost does not grow with their number. */
interface Needles {
  /** Calls back with each place where one of them stands, as a whole or with its first 32 characters and more. */
  readonly findIn: (text: string, onFound: (start: number, end: number) => void) => void;
}

const block = 3;
/** So many characters are enough, for what ends in the middle of a text is found too. */
const enough = 32;
const slots = 1 << 15;

const fold = (code: number): number => (code >= 65 && code <= 90 ? code + 32 : code);
const slotAt = (text: string, at: number): number =>
  ((fold(text.charCodeAt(at)) << 10) ^ (fold(text.charCodeAt(at + 1)) << 5) ^ fold(text.charCodeAt(at + 2))) &
  (slots - 1);

/** How many characters of a needle stand here, from its first one on. */
function lengthAt(text: string, at: number, needle: string): number {
  const end = Math.min(needle.length, text.length - at);
  let length = 0;
  while (length < end && fold(text.charCodeAt(at + length)) === fold(needle.charCodeAt(length))) length += 1;
  return length;
}

/**
 * The algorithm of Wu and Manber: blocks of three characters tell how far the search may skip.
 * @param needles each of at least three characters; the shortest one decides how far a step can be
 */
function createNeedles(needles: readonly string[]): Needles {
  if (needles.length === 0) return { findIn: () => undefined };
  const shortest = Math.min(...needles.map(({ length }) => length));
  const last = shortest - block;
  const shifts = new Uint8Array(slots).fill(Math.min(last + 1, 255));
  /** What may end its first `shortest` characters with a block of this slot. */
  const ending = new Map<number, string[]>();
  for (const needle of needles) {
    for (let at = 0; at <= last; at += 1) {
      const slot = slotAt(needle, at);
      shifts[slot] = Math.min(shifts[slot] ?? 0, last - at);
    }
    const slot = slotAt(needle, last);
    ending.set(slot, [...(ending.get(slot) ?? []), needle]);
  }
  return {
    findIn: (text, onFound) => {
      const end = text.length - block;
      for (let at = last; at <= end;) {
        const slot = slotAt(text, at);
        const shift = shifts[slot] ?? 0;
        if (shift > 0) at += shift;
        else {
          const start = at - last;
          let longest = 0;
          for (const needle of ending.get(slot) ?? []) {
            const length = lengthAt(text, start, needle);
            if (length >= Math.min(needle.length, enough)) longest = Math.max(longest, length);
          }
          if (longest > 0) onFound(start, start + longest);
          // Past what was found: a text that repeats itself costs no more than another.
          at += Math.max(longest, 1);
        }
      }
    },
  };
}

/** From where to where a secret stands in a text. */
type Place = readonly [start: number, end: number];

/** Finds secrets in a text, however they are written there; see `secretForms`. */
export interface SecretSearch {
  /** The text with each of them replaced; the same text where there is none. */
  readonly replace: (text: string, placeholder: string) => string;
}

/** What may stand between the characters of a secret without being part of it: breaks of lines, UTF-16's zeros, what has no width. */
// oxlint-disable-next-line no-control-regex -- these characters are what it looks for
const between = /[\0-\u0020\u007f-\u00a0\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]+/g;
// oxlint-disable-next-line no-control-regex -- as above; a blank alone parts words, not secrets
const needsCompacting = /[\0-\u001f\u007f-\u00a0\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/;

/** A text as it was read out of another one, with the way back; `starts` is made when a place is asked for. */
interface Layer {
  readonly text: string;
  readonly placeInSource: (start: number, end: number) => Place;
}

function layerBelow(above: Layer, text: string, makeStarts: () => Uint32Array): Layer {
  let starts: Uint32Array | undefined;
  return {
    text,
    placeInSource: (start, end) => {
      starts ??= makeStarts();
      return above.placeInSource(starts[start] ?? 0, starts[end] ?? above.text.length);
    },
  };
}

function withoutEscapes(layer: Layer, reading: EscapeReading): Layer | null {
  const text = readEscapes(layer.text, reading);
  if (text === null) return null;
  return layerBelow(layer, text, () => {
    const starts = new Uint32Array(layer.text.length + 1);
    readEscapes(layer.text, reading, starts);
    return starts;
  });
}

function compactLayer(layer: Layer): Layer | null {
  if (!needsCompacting.test(layer.text)) return null;
  const text = layer.text.replace(between, '');
  return layerBelow(layer, text, () => {
    const starts = new Uint32Array(text.length + 1);
    let length = 0;
    let from = 0;
    const copyUntil = (end: number) => {
      for (; from < end; from += 1, length += 1) starts[length] = from;
    };
    for (const gap of layer.text.matchAll(between)) {
      copyUntil(gap.index);
      from = gap.index + gap[0].length;
    }
    copyUntil(layer.text.length);
    starts[length] = layer.text.length;
    return starts;
  });
}

/** The text, what its escapes say, what the escapes in those say, and each of them without breaks. */
function* layersOf(text: string, isWanted: EscapeReading['isWanted']): Generator<Layer> {
  const source: Layer = { text, placeInSource: (start, end) => [start, end] };
  const withCompacted = function* (layer: Layer): Generator<Layer> {
    yield layer;
    const compact = compactLayer(layer);
    if (compact) yield compact;
  };
  yield* withCompacted(source);
  for (const chosen of waysToRead(text)) {
    let layer: Layer | null = source;
    for (let depth = 0; depth < deepestEscape && layer; depth += 1) {
      layer = withoutEscapes(layer, { schemes: chosen ?? schemesIn(layer.text), isWanted });
      if (layer) yield* withCompacted(layer);
    }
  }
}

/** What may be a piece of an escape, so that one of it leads to another. */
const inEscapes = /[%\\&#;{}\w]/;

/** Whether a character may be one of a secret, or lead to one; the others need not be read. */
function wantedIn(forms: readonly string[]): EscapeReading['isWanted'] {
  const isUnwanted = new Uint8Array(0x80);
  const known = new Set(forms.join(''));
  for (let code = 0x20; code < 0x7f; code += 1) {
    const character = String.fromCharCode(code);
    if (!known.has(character) && !inEscapes.test(character)) isUnwanted[code] = 1;
  }
  return (code) => isUnwanted[code] !== 1;
}

/** @param secrets each of at least `shortestSecret` characters */
export function createSecretSearch(secrets: Iterable<string>): SecretSearch {
  const forms = [...new Set(Array.from(secrets, secretForms).flat())];
  const needles = createNeedles(forms);
  const isWanted = wantedIn(forms);
  return {
    replace: (text, placeholder) => {
      const places: Place[] = [];
      for (const layer of layersOf(text, isWanted)) {
        needles.findIn(layer.text, (start, end) => places.push(layer.placeInSource(start, end)));
      }
      if (places.length === 0) return text;
      let clean = '';
      let copied = 0;
      for (const [start, end] of places.sort(([a], [b]) => a - b)) {
        if (end <= copied) continue;
        if (start >= copied) clean += text.slice(copied, start) + placeholder;
        copied = end;
      }
      return clean + text.slice(copied);
    },
  };
}
