interface RequestHead {
  readonly version: string;
  readonly authorization: string | null;
  readonly hasBody: boolean;
}

export const bearer = (credential: string): string => `Bearer ${credential}`;

export const requestHeaders = ({ version, authorization, hasBody }: RequestHead): Record<string, string> => ({
  ...(authorization === null ? {} : { Authorization: authorization }),
  Accept: 'application/json',
  'User-Agent': `ferry-console/${version}`,
  ...(hasBody ? { 'Content-Type': 'application/json' } : {}),
});
