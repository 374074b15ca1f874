interface RequestHead {
  readonly version: string;
  readonly authorization: string | null;
  readonly hasBody: boolean;
  /** @default application/json */
  readonly accept?: string | undefined;
}

export const bearer = (credential: string): string => `Bearer ${credential}`;

export const requestHeaders = ({
  version,
  authorization,
  hasBody,
  accept = 'application/json',
}: RequestHead): Record<string, string> => ({
  ...(authorization === null ? {} : { Authorization: authorization }),
  Accept: accept,
  'User-Agent': `ferry-console/${version}`,
  ...(hasBody ? { 'Content-Type': 'application/json' } : {}),
});
