import tls from 'node:tls';
import { brand } from '#shared/brand.ts';
import type { InspectHost } from '../../console/ports/console-ports.ts';
import { certificateChecksItem, switchesItem } from '../../console/self-check/self-check.ts';
import { proxyVariableTexts } from '../../console/log/proxy-address.ts';
import { keychainName } from '../node/system-secrets.ts';
import type { BrowserHostFlags } from './flags.ts';

const nodeSwitches = (): string[] =>
  [...process.execArgv, ...(process.env['NODE_OPTIONS'] ?? '').split(/\s+/)]
    .filter((one) => one.startsWith('-'))
    .map((one) => one.split('=', 1)[0] ?? '');

export const createHostInspector =
  (keychain: BrowserHostFlags['keychain']): InspectHost =>
  async () => {
    const switches = nodeSwitches();
    const proxies = proxyVariableTexts(process.env);
    const count = (type: 'system' | 'bundled' | 'extra') => `${tls.getCACertificates(type).length} ${type}`;
    return {
      versions: ['node', 'v8', 'openssl'].map((name) => ({ name, version: process.versions[name] ?? '' })),
      items: [
        {
          group: 'keychain',
          name: 'Backend',
          state: 'good',
          found: keychain === 'memory' ? 'Memory only (--keychain memory)' : keychainName(),
        },
        {
          group: 'network',
          name: 'Proxy',
          state: 'good',
          found:
            proxies.length > 0
              ? proxies.join(', ')
              : 'None. In a browser, the console reads environment variables only, not PAC files.',
        },
        {
          group: 'network',
          name: 'Certificates',
          state: 'good',
          found: (['system', 'bundled', 'extra'] as const).map(count).join(', '),
        },
        certificateChecksItem(process.env),
        switchesItem({ names: switches, isProtectionWeaker: switches.length > 0, dropped: [] }),
        {
          group: 'isolation',
          name: 'Pages',
          state: 'unknown',
          found: 'Pages run in your browser, which isolates them.',
        },
        {
          group: 'links',
          name: 'Deep links',
          state: 'unknown',
          found: `Links starting with ${brand.deepLinkScheme}:// open the desktop console if it is installed. To open one here, press Ctrl+K and paste the link.`,
        },
      ],
    };
  };
