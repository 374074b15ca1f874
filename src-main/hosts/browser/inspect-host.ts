import tls from 'node:tls';
import { brand } from '#shared/brand.ts';
import type { InspectHost } from '../../console/ports/console-ports.ts';
import { certificateChecksItem, checkItem, switchesItem } from '../../console/self-check/self-check.ts';
import { proxyVariableTexts } from '../../console/log/proxy-address.ts';
import { keychainName } from '../node/system-secrets.ts';
import type { BrowserHostFlags } from './flags.ts';

const noProxyText = 'None. In a browser, the console reads environment variables only, not PAC files.';
const deepLinksText = `Links starting with ${brand.deepLinkScheme}:// open the desktop console if it is installed. To open one here, press Ctrl+K (⌘K on a Mac) and paste the link.`;

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
        checkItem(
          'keychain',
          'Backend',
          'good',
          keychain === 'memory' ? 'Memory only (--keychain memory)' : keychainName(),
        ),
        checkItem('network', 'Proxy', 'good', proxies.length > 0 ? proxies.join(', ') : noProxyText),
        checkItem('network', 'Certificates', 'good', (['system', 'bundled', 'extra'] as const).map(count).join(', ')),
        certificateChecksItem(process.env),
        switchesItem({ names: switches, isProtectionWeaker: switches.length > 0, dropped: [] }),
        checkItem('isolation', 'Pages', 'unknown', 'Pages run in your browser, which isolates them.'),
        checkItem('links', 'Deep links', 'unknown', deepLinksText),
      ],
    };
  };
