import { StringDecoder } from 'node:string_decoder';
import type { Redactor } from '../log/redactor.ts';

export interface ReceivedReply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/**
 * Removes the console's keys from a response, because a service or proxy may echo the request. Runs before any other
 * code reads the response, so rows, messages and files can't contain a key.
 */
export type ReplySanitizer = Pick<Redactor, 'withoutKeys' | 'text'>;

/** Replaces header names that contain a key; brackets aren't allowed in header names. */
const replacementName = 'redacted';

export function headersWithoutKeys(headers: Headers, { withoutKeys }: ReplySanitizer): Headers {
  // Searches all headers as one string first, because few responses contain a key.
  const headersText = Array.from(headers, ([name, value]) => `${name} ${value}`).join(' ');
  if (withoutKeys(headersText) === headersText) return headers;
  const clean = new Headers();
  for (const [name, value] of headers) {
    clean.append(withoutKeys(name) === name ? name : replacementName, withoutKeys(value));
  }
  return clean;
}

/** Searches whole lines while they arrive, so that 100 MB don't block the process. A key contains no line break. */
export function createTextWithoutKeys({ withoutKeys }: ReplySanitizer) {
  const decoder = new StringDecoder('utf8');
  let text = '';
  let line = '';
  return {
    add: (bytes: Uint8Array) => {
      const piece = decoder.write(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
      const end = piece.lastIndexOf('\n') + 1;
      if (end > 0) {
        text += withoutKeys(line + piece.slice(0, end));
        line = '';
      }
      line += piece.slice(end);
    },
    end: () => text + withoutKeys(line + decoder.end()),
  };
}
