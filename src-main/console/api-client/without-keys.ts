import type { Redactor } from '../log/redactor.ts';

export interface ReceivedReply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** What takes the keys out of a reply, and everything secret out of the reason why there is none. */
export type Border = Pick<Redactor, 'withoutKeys' | 'text'>;

/** In the place of a name that holds a key; a placeholder in brackets could not be the name of a header. */
const nameInItsPlace = 'redacted';

function headersWithoutKeys(headers: Headers, { withoutKeys }: Border): Headers {
  // One look at all of them: hardly ever is there anything to take out.
  const all = Array.from(headers, ([name, value]) => `${name} ${value}`).join(' ');
  if (withoutKeys(all) === all) return headers;
  const clean = new Headers();
  for (const [name, value] of headers) {
    clean.append(withoutKeys(name) === name ? name : nameInItsPlace, withoutKeys(value));
  }
  return clean;
}

/**
 * A reply without the keys that this console holds: a service, or a proxy on the way, may echo what it was sent. Nobody
 * has read the reply before, so nothing that is made of it (rows, names, messages, files) can hold a key.
 */
export const withoutKeys = ({ status, headers, text }: ReceivedReply, border: Border): ReceivedReply => ({
  status,
  headers: headersWithoutKeys(headers, border),
  text: border.withoutKeys(text),
});
