const exact = new Set(['authorization', 'proxyauthorization', 'cookie', 'setcookie', 'credential', 'credentials']);
const secretSuffixes = [
  'token',
  'apikey',
  'secret',
  'password',
  'passphrase',
  'privatekey',
  'sessionkey',
  'ferrysession',
];

/** Whether the name of a field, header or parameter denotes a secret, in any spelling (`apiKey`, `X-Api-Key`). */
export function isSecretName(name: string): boolean {
  const plain = name.toLowerCase().replace(/[^a-z0-9]/g, '');
  return exact.has(plain) || secretSuffixes.some((ending) => plain.endsWith(ending));
}

/** Minimum length of a secret. Replacing shorter strings would make other text unreadable. */
export const minSecretLength = 8;

const hexOf = (character: string, digits: number): string => character.charCodeAt(0).toString(16).padStart(digits, '0');
const percentEncode = (character: string): string => `%${hexOf(character, 2)}`;
const unicodeEscape = (character: string): string => `\\u${hexOf(character, 4)}`;

const inUrl = (secret: string): string[] => [
  encodeURI(secret),
  encodeURIComponent(secret),
  encodeURIComponent(secret).replace(/[!'()*~]/g, percentEncode),
  new URLSearchParams({ '': secret }).toString().slice(1),
];

/** Characters that common JSON serializers escape in addition to quotes and backslashes: none, `/`, or HTML's. */
const jsonEscapes: readonly (readonly [RegExp, (character: string) => string])[] = [
  [/(?!)/g, unicodeEscape],
  [/\//g, (slash) => `\\${slash}`],
  [/[<>&]/g, unicodeEscape],
  [/[<>&'=]/g, unicodeEscape],
  [/[<>&'+`]|\\"/g, (found) => unicodeEscape(found.at(-1) ?? '')],
  [/[^\0-~]/g, unicodeEscape],
];
const inJson = (secret: string): string[] => {
  const escapedSecret = JSON.stringify(secret).slice(1, -1);
  return jsonEscapes.map(([characters, write]) => escapedSecret.replace(characters, write));
};

/** Returns several forms, because HTML serializers escape different quotes. */
const inHtml = (secret: string): string[] => {
  const content = secret.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  const attribute = content.replaceAll('"', '&quot;');
  return [content, attribute, attribute.replaceAll("'", '&#39;'), attribute.replaceAll("'", '&#x27;')];
};

/** Returns the base64 characters that depend only on the secret, for each of the three byte alignments. */
function inBase64(secret: string): string[] {
  const bytes = Buffer.from(secret, 'utf8');
  const cores = [0, 1, 2].map((before) => {
    const after = (3 - ((before + bytes.length) % 3)) % 3;
    const text = Buffer.concat([Buffer.alloc(before), bytes, Buffer.alloc(after)]).toString('base64');
    return text.slice(before === 0 ? 0 : before + 1, after === 0 ? undefined : -(after + 1));
  });
  return cores.flatMap((core) => [core, core.replaceAll('+', '-').replaceAll('/', '_'), encodeURIComponent(core)]);
}

/** Returns a secret in every form that servers write: literal, in a URL, in JSON, in HTML, nested, and in base64. */
export function secretForms(secret: string): string[] {
  const wellFormed = secret.toWellFormed();
  const singleForms = [wellFormed, ...inUrl(wellFormed), ...inJson(wellFormed), ...inHtml(wellFormed)];
  const doubleForms = singleForms.flatMap((form) => [encodeURIComponent(form), ...inJson(form)]);
  const forms = new Set([secret, ...singleForms, ...doubleForms, ...inBase64(secret)]);
  return [...forms].filter((form) => form.length >= minSecretLength);
}
