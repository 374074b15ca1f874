import type { ProxyVariables } from '../../node/proxy-variables.ts';

/**
 * Reads the first choice of a rule as Chromium words it: `PROXY host:port; DIRECT`.
 * @returns null where Node's agents do not speak to such a proxy (SOCKS)
 */
export function readProxyRule(rule: string): ProxyVariables | null {
  const [kind = '', address = ''] = (rule.split(';')[0] ?? '').trim().split(/\s+/);
  if (kind === '' || /^DIRECT$/i.test(kind)) return {};
  const scheme = new Map([
    ['PROXY', 'http'],
    ['HTTP', 'http'],
    ['HTTPS', 'https'],
  ]).get(kind.toUpperCase());
  const proxy = `${scheme}://${address}`;
  return scheme && address ? { HTTP_PROXY: proxy, HTTPS_PROXY: proxy } : null;
}
