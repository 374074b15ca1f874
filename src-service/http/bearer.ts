/** The bearer of an `Authorization` header; the scheme in any case (RFC 9110, 11.1), undefined when it is anything else. */
export const bearerOf = (header: string | undefined): string | undefined =>
  header === undefined ? undefined : /^bearer +([\w\-.~+/]+=*) *$/i.exec(header)?.[1];
