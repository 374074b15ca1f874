import type { HttpTransport } from '../api-client/http-transport.ts';

const withinMs = 5_000;

const sourceMatches = (source: string, origin: string): boolean => {
  if (source === '*') return true;
  const wanted = /^(https?):\/\/(\*\.)?([^:/]+)(?::(\*|\d+))?\/?$/i.exec(source);
  if (!wanted) return source.toLowerCase() === new URL(origin).protocol;
  const [, scheme, wildcard, host = '', port] = wanted;
  const { protocol, hostname, port: ownPort } = new URL(origin);
  const isHost = wildcard ? hostname.endsWith(`.${host}`) : hostname === host.toLowerCase();
  return protocol === `${scheme?.toLowerCase()}:` && isHost && (port === '*' || (port ?? '') === ownPort);
};

/**
 * Why a page with these headers may not stand in a frame below these origins; null where it may. `frame-ancestors`
 * counts every ancestor, and goes before `X-Frame-Options`.
 */
export function framingProblem(headers: Headers, ancestors: readonly string[]): string | null {
  const policies = (headers.get('content-security-policy') ?? '').split(',');
  const lists = policies.flatMap((policy) => /(?:^|;)\s*frame-ancestors\s+([^;]*)/i.exec(policy)?.[1]?.trim() ?? []);
  for (const list of lists) {
    const sources = list.split(/\s+/);
    const isAllowed = ancestors.every((origin) => sources.some((source) => sourceMatches(source, origin)));
    if (!isAllowed) return `frame-ancestors ${list}`;
  }
  const option = headers.get('x-frame-options')?.trim();
  return lists.length === 0 && option && /^(deny|sameorigin)$/i.test(option) ? `X-Frame-Options: ${option}` : null;
}

/** Asks for the page once, without any credential, and reads its headers; null also where nobody answers. */
export async function checkFraming(
  transport: HttpTransport,
  url: string,
  ancestors: readonly string[],
): Promise<string | null> {
  try {
    const headers = { Accept: 'text/html' };
    const reply = await transport({ method: 'GET', url, headers, signal: AbortSignal.timeout(withinMs) });
    void reply.body?.[Symbol.asyncIterator]().return?.();
    return framingProblem(reply.headers, ancestors);
  } catch {
    return null;
  }
}
