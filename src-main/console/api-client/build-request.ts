import type { HttpRequest, RequestMessage } from '../ports/http-transport.ts';

interface RequestParts extends Pick<HttpRequest, 'method' | 'url'> {
  readonly version: string;
  readonly authorization: string | null;
  readonly body?: unknown;
  /** @default application/json */
  readonly accept?: string | undefined;
  /** Added to the other headers, or in their place. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

export const bearer = (credential: string): string => `Bearer ${credential}`;

export const buildRequest = ({
  method,
  url,
  version,
  authorization,
  body,
  accept = 'application/json',
  headers,
}: RequestParts): RequestMessage => ({
  method,
  url,
  headers: {
    ...(authorization === null ? {} : { Authorization: authorization }),
    Accept: accept,
    'User-Agent': `ferry-console/${version}`,
    ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    ...headers,
  },
  ...(body === undefined ? {} : { body: JSON.stringify(body) }),
});
