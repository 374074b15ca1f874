import { brand } from '#shared/brand.ts';
import { redacted, redactValue } from './redact-value.ts';
import { secretForms, shortestSecret } from './secret-forms.ts';

/** Takes secrets out of everything that is logged, kept or copied. The one place that decides what a secret is. */
export interface Redactor {
  /** From now on this secret is found in every form, wherever it stands. The latest 32 are remembered. */
  readonly learn: (secret: string) => void;
  readonly text: (text: string) => string;
  /** A plain copy of any value; see `redactValue`. */
  readonly value: (value: unknown) => unknown;
}

const remembered = 32;
const keyPrefixes = [brand.productionKeyPrefix, brand.testKeyPrefix].join('|');
const secretWords = '(?:[\\w-]*(?:token|api[_-]?key|secret|password|passphrase)|authorization|set-cookie|cookie)';
const secretWord = /token|api[_-]?key|secret|password|passphrase|authorization|cookie/i;

/**
 * What looks like a secret, without knowing it: [pattern, what stands in its place, what the text must have for it].
 * Every body of a reply passes here; most have none of it, which the third part tells at a glance.
 */
const shapes: readonly (readonly [shape: RegExp, replacement: string, needs?: RegExp])[] = [
  [new RegExp(`(${keyPrefixes})[A-Za-z0-9_-]+`, 'g'), `$1${redacted}`],
  [/\b(Bearer|Basic)(\s+|%20|\+)(?!\[redacted\])[A-Za-z0-9._~+/=%-]{6,}/gi, `$1$2${redacted}`],
  [/(\b[a-z][a-z0-9+.-]*:\/\/)[^/\s"'@?#]+@/gi, `$1${redacted}@`, /:\/\//],
  [new RegExp(`([?&#](?:${secretWords}|start|sig)=)(?!\\[redacted\\])[^&#\\s"'<>]+`, 'gi'), `$1${redacted}`, /[?&#]/],
  [new RegExp(`("${secretWords}"\\s*:\\s*")(?!\\[redacted\\]")(?:[^"\\\\]|\\\\.)+`, 'gi'), `$1${redacted}`, secretWord],
  [
    new RegExp(`(\\b${secretWords}\\s*[=:]\\s*)(?!\\[redacted\\])[^\\s"',;&}\\]]{12,}`, 'gi'),
    `$1${redacted}`,
    secretWord,
  ],
];

export function createRedactor(): Redactor {
  /** Secret -> its forms, oldest first. */
  const known = new Map<string, readonly string[]>();
  const text = (original: string): string => {
    let clean = original;
    for (const forms of known.values()) {
      for (const form of forms) if (clean.includes(form)) clean = clean.replaceAll(form, redacted);
    }
    for (const [shape, replacement, needs] of shapes) {
      if (needs === undefined || needs.test(clean)) clean = clean.replace(shape, replacement);
    }
    return clean;
  };
  return {
    learn: (secret) => {
      if (secret.length < shortestSecret) return;
      const forms = known.get(secret) ?? secretForms(secret);
      known.delete(secret);
      known.set(secret, forms);
      const [oldest] = known.keys();
      if (known.size > remembered && oldest !== undefined) known.delete(oldest);
    },
    text,
    value: (value) => redactValue(value, text),
  };
}
