interface RequestHead {
  readonly version: string;
  /** The whole value of `Authorization`; null sends none. */
  readonly authorization: string | null;
  readonly hasBody: boolean;
}

export const bearer = (credential: string): string => `Bearer ${credential}`;

/** The headers of every request of the console to a service: who asks, and for JSON. */
export const requestHeaders = ({ version, authorization, hasBody }: RequestHead): Record<string, string> => ({
  ...(authorization === null ? {} : { Authorization: authorization }),
  Accept: 'application/json',
  'User-Agent': `ferry-console/${version}`,
  ...(hasBody ? { 'Content-Type': 'application/json' } : {}),
});
