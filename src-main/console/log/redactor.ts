import { brand } from '#shared/brand.ts';
import { redacted, redactValue } from './redact-value.ts';
import { minSecretLength } from './secret-forms.ts';
import { createSecretSearch, type SecretSearch } from './secret-search.ts';

const maxFormerKeys = 100;
const latestTokens = 64;
/** Longer secrets are found by their first characters, up to this number. */
const maxSearchedCharacters = 4_096;
/** Minimum number of different characters in a secret. Repetitive strings slow the search. */
const minCharacters = 5;

const keyPrefixes = [brand.productionKeyPrefix, brand.testKeyPrefix].join('|');
// Limits repetitions before other characters, because unlimited ones are slow on hostile input.
const secretWords =
  '(?:[\\w-]{0,64}(?:token|api[_-]?key|secret|password|passphrase)|(?:proxy-)?authorization|set-cookie|cookie)';
const secretWordPattern = /token|api[_-]?key|secret|password|passphrase|authorization|cookie/i;

/**
 * Redacts the password and user of each URL. A password may contain delimiters, so it ends at the last "@" before a
 * space, quote or angle bracket. A port isn't a password.
 */
const withoutPasswords = (text: string): string =>
  text.replace(/(?<![^\s"'<>])[^\s"'<>]*@/g, (upToAt) =>
    upToAt.replace(/(?<=:\/\/)[^\s"'<>/?#@:]{0,300}:(?!\d{1,5}[/?#])[^]+$/, `${redacted}@`),
  );

/** Patterns of secrets: [pattern, replacement, cheap pattern that must match first]. */
const shapes: readonly (readonly [shape: RegExp, replacement: string, needs?: RegExp])[] = [
  [new RegExp(`(${keyPrefixes})[A-Za-z0-9_-]+`, 'gi'), `$1${redacted}`],
  [/\b(whsec_)[A-Za-z0-9+/_=-]{8,}/g, `$1${redacted}`, /whsec_/],
  [/\b(Bearer|Basic)(\s{1,8}|%20|\+)(?!\[redacted\])[A-Za-z0-9._~+/=%-]{6,}/gi, `$1$2${redacted}`],
  [/(?<=:\/\/)[^/\s"'@?#]{1,1000}@/g, `${redacted}@`, /:\/\//],
  [new RegExp(`([?&#](?:${secretWords}|start|sig)=)(?!\\[redacted\\])[^&#\\s"'<>]+`, 'gi'), `$1${redacted}`, /[?&#]/],
  [
    new RegExp(`("${secretWords}"\\s{0,32}:\\s{0,32}")(?!\\[redacted\\]")(?:[^"\\\\]|\\\\.)+`, 'gi'),
    `$1${redacted}`,
    secretWordPattern,
  ],
  [
    new RegExp(`(\\b${secretWords}\\s{0,32}[=:]\\s{0,32})(?!\\[redacted\\])[^\\s"',;&}\\]]{12,}`, 'gi'),
    `$1${redacted}`,
    secretWordPattern,
  ],
];

const isSecret = (text: string): boolean => text.length >= minSecretLength;

function moveToEnd(items: Set<string>, item: string, max: number): void {
  items.delete(item);
  items.add(item);
  const [oldest] = items;
  if (items.size > max && oldest !== undefined) items.delete(oldest);
}

/**
 * External data passes `withoutKeys` before other code reads it. Logged, stored and copied data also passes `text` or
 * `value`, which remove tokens and possible secrets.
 */
export function createRedactor() {
  const entries = new Map<string, string>();
  const formerKeys = new Set<string>();
  const tokens = new Set<string>();
  let keySearch: SecretSearch | undefined;
  let fullSearch: SecretSearch | undefined;

  const withoutKeys = (text: string): string => {
    keySearch ??= createSecretSearch([...entries.values(), ...formerKeys]);
    return keySearch.replace(text, redacted);
  };
  const text = (original: string): string => {
    fullSearch ??= createSecretSearch([...entries.values(), ...formerKeys, ...tokens]);
    let clean = fullSearch.replace(original, redacted);
    if (clean.includes('://')) clean = withoutPasswords(clean);
    for (const [shape, replacement, needs] of shapes) {
      if (needs === undefined || needs.test(clean)) clean = clean.replace(shape, replacement);
    }
    return clean;
  };
  return {
    /** Redacts a key while its holder uses it, and later as one of the last 100 former keys. */
    hold: (holder: string, key: string | null) => {
      const previous = entries.get(holder);
      if (previous === (key ?? undefined)) return;
      if (previous !== undefined) moveToEnd(formerKeys, previous, maxFormerKeys);
      if (key !== null && isSecret(key)) entries.set(holder, key);
      else entries.delete(holder);
      keySearch = undefined;
      fullSearch = undefined;
    },
    /** Registers a token. It is redacted while it is one of the latest 64 tokens. */
    learn: (token: string) => {
      const shortToken = token.slice(0, maxSearchedCharacters);
      if (!isSecret(shortToken) || new Set(shortToken).size < minCharacters) return;
      if (!tokens.has(shortToken)) fullSearch = undefined;
      moveToEnd(tokens, shortToken, latestTokens);
    },
    withoutKeys,
    text,
    value: (value: unknown) => redactValue(value, text),
  };
}

export type Redactor = ReturnType<typeof createRedactor>;
