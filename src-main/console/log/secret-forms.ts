import { allEscapes, readEscapes } from './escapes.ts';

const exact = new Set(['authorization', 'proxyauthorization', 'cookie', 'setcookie', 'credential', 'credentials']);
const endings = ['token', 'apikey', 'secret', 'password', 'passphrase', 'privatekey', 'sessionkey', 'ferrysession'];

/** Whether a field, header or parameter of this name holds a secret, however it is written (`apiKey`, `X-Api-Key`). */
export function isSecretName(name: string): boolean {
  const plain = name.toLowerCase().replace(/[^a-z0-9]/g, '');
  return exact.has(plain) || endings.some((ending) => plain.endsWith(ending));
}

/** Shorter texts are no secrets: taking them out would shred what people have to read. */
export const shortestSecret = 8;

/** How many escapes inside escapes are read. */
export const deepestEscape = 8;

/** Base64 of what holds the bytes at any place: the characters that only they decide, for each of three alignments. */
function base64Cores(bytes: Buffer): string[] {
  return [0, 1, 2].map((before) => {
    const after = (3 - ((before + bytes.length) % 3)) % 3;
    const text = Buffer.concat([Buffer.alloc(before), bytes, Buffer.alloc(after)]).toString('base64');
    return text.slice(before === 0 ? 0 : before + 1, after === 0 ? undefined : -(after + 1));
  });
}

const base64Forms = (bytes: Buffer): string[] =>
  base64Cores(bytes).flatMap((core) => [core, core.replaceAll('+', '-').replaceAll('/', '_')]);

/** A text without any escape in it, whatever it means then. */
function readAllEscapes(text: string): string {
  let read = text;
  for (let depth = 0; depth < deepestEscape; depth += 1) read = readEscapes(read, allEscapes) ?? read;
  return read;
}

/**
 * Every form of a secret that is looked for once the escapes of a text are read: the secret itself, also as one that
 * holds escapes looks then, base64 and hexadecimal of it in UTF-8 and UTF-16. The case of letters counts nowhere.
 */
export function secretForms(secret: string): string[] {
  const utf8 = Buffer.from(secret, 'utf8');
  // Without its last byte, which is zero for a key, the same bytes stand in either order of UTF-16.
  const utf16 = Buffer.from(secret, 'utf16le').subarray(0, -1);
  const encoded = encodeURIComponent(secret.toWellFormed());
  const forms = [
    secret,
    readAllEscapes(secret),
    readAllEscapes(encoded),
    ...(secret.includes(' ') ? [encoded.replaceAll('%20', '+')] : []),
    utf8.toString('hex'),
    utf16.toString('hex'),
    ...base64Forms(utf8),
    ...base64Forms(utf16),
  ];
  return [...new Set(forms)].filter((form) => form.length >= shortestSecret);
}
