import { type EscapeReading, readEscapes, schemesIn, waysToRead } from './escapes.ts';
import { createNeedles } from './needles.ts';
import { deepestEscape, secretForms } from './secret-forms.ts';

/** From where to where a secret stands in a text. */
type Place = readonly [start: number, end: number];

/** Finds secrets in a text, however they are written there; see `secretForms`. */
export interface SecretSearch {
  /** The text with each of them replaced; the same text where there is none. */
  readonly replace: (text: string, placeholder: string) => string;
}

/** What stands between the characters of a secret and is none of it: breaks of lines, UTF-16's zeros, what has no width. */
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

function compacted(layer: Layer): Layer | null {
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
    const compact = compacted(layer);
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
