import type { Redactor } from '../log/redactor.ts';

export interface ReceivedReply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

export type ReplySanitizer = Pick<Redactor, 'withoutKeys' | 'text'>;

/** Replaces header names that contain a key; brackets aren't allowed in header names. */
const replacementName = 'redacted';

function headersWithoutKeys(headers: Headers, { withoutKeys }: ReplySanitizer): Headers {
  // Searches all headers as one string first, because few responses contain a key.
  const headersText = Array.from(headers, ([name, value]) => `${name} ${value}`).join(' ');
  if (withoutKeys(headersText) === headersText) return headers;
  const clean = new Headers();
  for (const [name, value] of headers) {
    clean.append(withoutKeys(name) === name ? name : replacementName, withoutKeys(value));
  }
  return clean;
}

/**
 * Removes the console's keys from a response, because a service or proxy may echo the request. Runs before any other
 * code reads the response, so rows, messages and files can't contain a key.
 */
export const withoutKeys = ({ status, headers, text }: ReceivedReply, sanitizer: ReplySanitizer): ReceivedReply => ({
  status,
  headers: headersWithoutKeys(headers, sanitizer),
  text: sanitizer.withoutKeys(text),
});
