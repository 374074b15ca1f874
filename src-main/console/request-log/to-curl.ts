import type { RequestDetail } from '#shared/console-contract/requests-calls.ts';

const shellQuote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** Shell arguments can't contain NUL. */
const withoutNul = (text: string): string => text.replaceAll('\0', '');

/** Headers that curl sets itself or that have no use in a copied command. */
const omittedHeaders = new Set(['authorization', 'user-agent', 'content-length', 'host', 'connection', 'cookie']);

const curl = (method: string, url: string, ...rest: readonly string[]): string =>
  [
    // With `--globoff`, brackets and braces in the URL are literal.
    `curl --globoff --request ${shellQuote(withoutNul(method))} ${shellQuote(withoutNul(url))}`,
    '-H "Authorization: Bearer $FERRY_API_KEY"',
    ...rest,
  ].join(' \\\n  ');

export const curlGet = (url: string): string => curl('GET', url, "-H 'Accept: application/json'");

/** A POSIX shell expands only `$FERRY_API_KEY`, in double quotes. Single quotes protect all other strings. */
export function toCurl({ line, origin, requestHeaders, requestBody }: RequestDetail): string {
  const headers = requestHeaders.flatMap((header) =>
    header.kind === 'text' && !omittedHeaders.has(header.name.toLowerCase())
      ? [`-H ${shellQuote(withoutNul(`${header.name}: ${header.value}`))}`]
      : [],
  );
  const body = requestBody.text === null ? [] : [`--data-raw ${shellQuote(withoutNul(requestBody.text))}`];
  return curl(line.method, origin + line.path, ...headers, ...body);
}
