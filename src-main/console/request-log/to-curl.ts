import type { RequestDetail } from '#shared/console-contract/requests-calls.ts';

const shellQuote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** Shell arguments can't contain NUL. */
const withoutNul = (text: string): string => text.replaceAll('\0', '');

/** Sent by curl itself, or of no meaning in a copy. */
const leftOut = new Set(['authorization', 'user-agent', 'content-length', 'host', 'connection', 'cookie']);

/** A command that reads an address as the console does. The key stands as `$FERRY_API_KEY`, which the shell fills in. */
export const curlGet = (url: string): string =>
  [
    `curl --globoff --request 'GET' ${shellQuote(withoutNul(url))}`,
    '-H "Authorization: Bearer $FERRY_API_KEY"',
    "-H 'Accept: application/json'",
  ].join(' \\\n  ');

/**
 * The request as a command for a POSIX shell. The key stands as `$FERRY_API_KEY` in double quotes, everything else in
 * single ones, so that nothing in the request is run or expanded.
 */
export function toCurl({ line, origin, requestHeaders, requestBody }: RequestDetail): string {
  const headers = requestHeaders.flatMap((header) =>
    header.kind === 'text' && !leftOut.has(header.name.toLowerCase())
      ? [`-H ${shellQuote(withoutNul(`${header.name}: ${header.value}`))}`]
      : [],
  );
  const body = requestBody.text === null ? [] : [`--data-raw ${shellQuote(withoutNul(requestBody.text))}`];
  const parts = [
    // Brackets and braces in an address are meant as they are.
    `curl --globoff --request ${shellQuote(withoutNul(line.method))} ${shellQuote(withoutNul(origin + line.path))}`,
    '-H "Authorization: Bearer $FERRY_API_KEY"',
    ...headers,
    ...body,
  ];
  return parts.join(' \\\n  ');
}
