import path from 'node:path';
import { app, type Session } from 'electron';
import { brand } from '#shared/brand.ts';
import type { SelfCheckItem } from '#shared/console-contract/self-check-calls.ts';
import type { InspectHost } from '../../console/ports/console-ports.ts';
import { certificateChecksItem, checkItem, switchesItem } from '../../console/self-check/self-check.ts';
import { proxyRuleText } from '../../console/log/proxy-address.ts';
import { keychainName } from '../node/system-secrets.ts';
import { windowProtection } from './window/console-window.ts';
import type { AdmittedStart } from './guards/start-guard.ts';
import { type Fuse, readFuses } from './read-fuses.ts';

const programFile = (): string =>
  process.platform === 'darwin'
    ? path.join(process.execPath, '../../Frameworks/Electron Framework.framework/Electron Framework')
    : process.execPath;

async function proxyItem(session: Session, serviceURL: string | null): Promise<SelfCheckItem> {
  const rule = serviceURL === null ? null : await session.resolveProxy(serviceURL);
  return rule === null
    ? checkItem('network', 'Proxy', 'unknown', 'Unknown until a profile has a base URL.')
    : checkItem('network', 'Proxy', 'good', `${proxyRuleText(rule)}, from the system settings`);
}

function isolationItems(): SelfCheckItem[] {
  const flags = Object.entries(windowProtection).map(([name, on]) =>
    checkItem('isolation', name, 'good', on ? 'On' : 'Off'),
  );
  const isSandboxOff = app.commandLine.hasSwitch('no-sandbox');
  return [
    ...flags,
    isSandboxOff
      ? checkItem('isolation', 'Process sandbox', 'attention', 'Off (--no-sandbox)')
      : checkItem('isolation', 'Process sandbox', 'good', 'On'),
  ];
}

const switchesOf = ({ switches, dropped }: AdmittedStart): SelfCheckItem =>
  switchesItem({
    names: [...new Set(switches.map(({ name }) => name))],
    isProtectionWeaker: switches.some(({ problem }) => problem !== null),
    dropped,
  });

const fuseWords: Record<Fuse['state'], string> = { on: 'On', off: 'Off', removed: 'Removed', unknown: 'Unknown' };

async function fuseItems(): Promise<SelfCheckItem[]> {
  const fuses = await readFuses(programFile()).catch(() => null);
  if (!fuses) return [checkItem('fuses', 'Fuses', 'unknown', "The fuses couldn't be read from the program file.")];
  return fuses.map(({ name, state, wanted }) => {
    const verdict = state === wanted || state === 'removed' ? 'good' : 'attention';
    const found =
      state === wanted ? fuseWords[state] : `${fuseWords[state]} (in an installed console: ${fuseWords[wanted]})`;
    return checkItem('fuses', name, state === 'unknown' ? 'unknown' : verdict, found);
  });
}

/** The system registers one program per link scheme, and only an installed console registers itself. */
function deepLinkItem(): SelfCheckItem {
  const links = `Links starting with ${brand.deepLinkScheme}://`;
  const deepLinks = (state: SelfCheckItem['state'], found: string) =>
    checkItem('links', 'Deep links', state, `${links} ${found}`);
  if (!app.isPackaged) return deepLinks('unknown', 'open an installed console only.');
  return app.isDefaultProtocolClient(brand.deepLinkScheme)
    ? deepLinks('good', 'open this console.')
    : deepLinks('attention', 'open another program. Choose Ferry Console in the system settings.');
}

export const createHostInspector =
  (session: Session, start: AdmittedStart): InspectHost =>
  async (serviceURL) => ({
    versions: ['electron', 'chrome', 'node', 'v8'].map((name) => ({ name, version: process.versions[name] ?? '' })),
    items: [
      checkItem('keychain', 'Backend', 'good', keychainName()),
      await proxyItem(session, serviceURL),
      checkItem('network', 'Certificates', 'good', 'System store, through Chromium'),
      certificateChecksItem(process.env),
      ...isolationItems(),
      switchesOf(start),
      ...(await fuseItems()),
      deepLinkItem(),
    ],
  });
