export interface ReadCookie {
  readonly name: string;
  readonly value: string;
  /** By lower-case name; one without a value has the empty text. */
  readonly attributes: ReadonlyMap<string, string>;
}

/** Reads one Set-Cookie header (RFC 6265, 5.2); null where it has no name. */
export const readSetCookie = (header: string): ReadCookie | null => {
  const [pair = '', ...rest] = header.split(';');
  const at = pair.indexOf('=');
  const name = pair.slice(0, Math.max(at, 0)).trim();
  if (name === '') return null;
  const attributes = rest.map((part): [string, string] => {
    const [key = '', ...value] = part.split('=');
    return [key.trim().toLowerCase(), value.join('=').trim()];
  });
  return { name, value: pair.slice(at + 1).trim(), attributes: new Map(attributes) };
};
