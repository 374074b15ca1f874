import { type HttpReply, TransportError } from '../ports/http-transport.ts';

export const isLoopbackOrigin = (origin: string): boolean =>
  /^https?:\/\/(localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])(:\d+)?$/.test(origin);

interface LabPolicyInput {
  readonly service: string;
  /** The only origins the lab may reach. Null if the network isn't limited. */
  readonly limitedTo: readonly string[] | null;
  /** Sources of the `frame-ancestors` directive. Empty if no page may frame the lab. */
  readonly framedBy: string;
}

const anyModal = (service: string): readonly string[] =>
  isLoopbackOrigin(service) ? ['http://127.0.0.1:*', 'http://localhost:*'] : ['https:'];

/**
 * Returns the policy of the lab's page: its own files, the service and the modal. The modal's origin becomes known
 * later, so frames of any https origin (or loopback port, for a local service) are allowed unless the network is
 * limited.
 */
export const labPagePolicy = ({ service, limitedTo, framedBy }: LabPolicyInput): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    'img-src data:',
    `connect-src 'self' ${service}`,
    `frame-src ${[service, ...(limitedTo ?? anyModal(service))].join(' ')}`,
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${framedBy}`,
    "require-trusted-types-for 'script'",
  ].join('; ');

const withinMs = 5_000;

const sourceMatches = (source: string, origin: string): boolean => {
  if (source === '*') return true;
  const sourceParts = /^(https?):\/\/(\*\.)?([^:/]+)(?::(\*|\d+))?\/?$/i.exec(source);
  if (!sourceParts) return source.toLowerCase() === new URL(origin).protocol;
  const [, scheme, wildcard, host = '', port] = sourceParts;
  const { protocol, hostname, port: ownPort } = new URL(origin);
  const isHost = wildcard ? hostname.endsWith(`.${host}`) : hostname === host.toLowerCase();
  return protocol === `${scheme?.toLowerCase()}:` && isHost && (port === '*' || (port ?? '') === ownPort);
};

/** Null if these origins may frame the page. `frame-ancestors` overrides `X-Frame-Options`. */
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

type FramingCheck =
  | { readonly wasSent: true; readonly problem: string | null }
  | { readonly wasSent: false; readonly refusal: string };

/** Requests the page once, without credentials, and checks its headers. A failed request doesn't count as a problem. */
export async function checkFraming(
  getPage: (signal: AbortSignal) => Promise<HttpReply>,
  ancestors: readonly string[],
): Promise<FramingCheck> {
  try {
    const reply = await getPage(AbortSignal.timeout(withinMs));
    void reply.body?.[Symbol.asyncIterator]().return?.();
    return { wasSent: true, problem: framingProblem(reply.headers, ancestors) };
  } catch (error) {
    const isRefused = error instanceof TransportError && ['managed', 'address_refused'].includes(error.code);
    return isRefused ? { wasSent: false, refusal: error.message } : { wasSent: true, problem: null };
  }
}
