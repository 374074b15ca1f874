import { type HttpReply, TransportError } from '../api-client/http-transport.ts';

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

/** What a look at a modal's page has brought: why it may not be framed, or why nobody looked. */
export type FramingCheck =
  { readonly looked: true; readonly problem: string | null } | { readonly looked: false; readonly refusal: string };

/** Asks for the page once, without any credential, and reads its headers; no problem also where nobody answers. */
export async function checkFraming(
  getPage: (signal: AbortSignal) => Promise<HttpReply>,
  ancestors: readonly string[],
): Promise<FramingCheck> {
  try {
    const reply = await getPage(AbortSignal.timeout(withinMs));
    void reply.body?.[Symbol.asyncIterator]().return?.();
    return { looked: true, problem: framingProblem(reply.headers, ancestors) };
  } catch (error) {
    const isRefused = error instanceof TransportError && ['managed', 'address_refused'].includes(error.code);
    return isRefused ? { looked: false, refusal: error.message } : { looked: true, problem: null };
  }
}
