import type { Session } from 'electron';
import { type HttpTransport, TransportError } from '../../../console/api-client/http-transport.ts';
import { shownProxyRule } from '../../../console/log/proxy-address.ts';
import { createNodeTransport } from '../../node/node-transport.ts';
import { readProxyRule } from './proxy-rule.ts';

/**
 * HTTP for a profile with certificate authorities of its own. A session takes none, and writing the chain checks by
 * hand would be worse: Node makes the call, by the proxy that Chromium has found for the address.
 */
export const createCaTransport =
  (session: Session) =>
  (certificates: readonly string[]): HttpTransport =>
    createNodeTransport({
      certificates,
      proxiesFor: async (url) => {
        const rule = await session.resolveProxy(url.href);
        const proxies = readProxyRule(rule);
        if (proxies) return proxies;
        throw new TransportError(
          'offline',
          `A profile with a CA file cannot use this proxy: ${shownProxyRule(rule)}`,
          true,
        );
      },
    });
