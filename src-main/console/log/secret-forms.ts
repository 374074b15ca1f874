/** Shorter texts are no secrets: taking them out would shred what people have to read. */
export const shortestSecret = 8;

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

const percentEncoded = (text: string): string => encodeURIComponent(text.toWellFormed());
const allPercentEncoded = (bytes: Buffer): string => bytes.toString('hex').replace(/../g, '%$&');

/**
 * Every form in which a secret may stand in a text: plain, JSON-escaped, URL-encoded, base64 of UTF-8 and UTF-16 at any
 * alignment, hexadecimal, UTF-16 read as single bytes. Longest first, so that no form is cut by a shorter one.
 */
export function secretForms(secret: string): string[] {
  const utf8 = Buffer.from(secret, 'utf8');
  const utf16 = Buffer.from(secret, 'utf16le');
  const encoded = percentEncoded(secret);
  const forms = [
    secret,
    JSON.stringify(secret).slice(1, -1),
    encoded,
    encoded.replace(/%[0-9A-F]{2}/g, (pair) => pair.toLowerCase()),
    encoded.replaceAll('%20', '+'),
    encodeURIComponent(encoded),
    allPercentEncoded(utf8),
    allPercentEncoded(utf8).toUpperCase(),
    utf8.toString('hex'),
    utf8.toString('hex').toUpperCase(),
    utf16.toString('latin1'),
    Buffer.from(utf16).swap16().toString('latin1'),
    [...secret].join('\\u0000'),
    ...base64Forms(utf8),
    ...base64Forms(utf16),
  ];
  return [...new Set(forms)].filter((form) => form.length >= shortestSecret).sort((a, b) => b.length - a.length);
}
