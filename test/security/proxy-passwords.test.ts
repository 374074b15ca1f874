import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { systemClock } from '#main/console/clock/clock.ts';
import { openLog } from '#main/console/log/open-log.ts';
import { createHostInspector } from '#main/hosts/browser/inspect-host.ts';
import { createNodeTransport, readProxyVariables } from '#main/hosts/node/node-transport.ts';
import { openTestConsole, valueOf } from '#test/fixtures/console/console-in-process.ts';
import { removeFolder } from '#test/fixtures/system/remove-folder.ts';

afterEach(() => vi.unstubAllEnvs());

test.each([
  ['a plain URL', 'http://clerk:s3cr3t-word@127.0.0.1:9'],
  ['no scheme', 'clerk:s3cr3t-word@127.0.0.1:9'],
  ['SOCKS', 'socks5://clerk:s3cr3t-word@127.0.0.1:9'],
  ['URL characters in the password', 'http://clerk:s3cr3t-word@/with?more#signs@127.0.0.1:9'],
  ['an encoded password', 'http://clerk:s3cr3t%2Dword%40%2F@127.0.0.1:9'],
  ['an invalid port', 'http://clerk:s3cr3t-word@127.0.0.1:99999'],
  ['a fully encoded URL', 'http://clerk%3As3cr3t-word%40127.0.0.1:9'],
  ['no host', 'http://clerk:s3cr3t-word', '(unreadable address)'],
])(
  'a proxy’s password appears in no diagnostics, check, error, log or terminal: %s',
  { tags: '@T25' },
  async (_, proxy, place = '127.0.0.1:9') => {
    for (const name of ['http_proxy', 'HTTP_PROXY', 'https_proxy', 'HTTPS_PROXY', 'NO_PROXY']) vi.stubEnv(name, proxy);
    const terminal: string[] = [];
    const userDataDir = mkdtempSync(path.join(tmpdir(), 'ferry-proxy-'));
    const echo = (line: string) => void terminal.push(line);
    const { log, redactor } = openLog({ userDataDir, clock: systemClock, version: '0.1.0', echo });
    const transport = createNodeTransport({ proxiesFor: () => readProxyVariables(), connectWithinMs: 1_000 });
    const theConsole = openTestConsole({
      userDataDir,
      log,
      redactor,
      transport,
      inspectHost: createHostInspector('memory'),
    });
    const { call } = theConsole;
    const draft = { name: 'Far', environment: 'test', baseURL: 'https://service.invalid' } as const;
    const { id: profileId } = valueOf(await call('profiles', 'add', draft));
    const outcomes: unknown[] = [];
    outcomes.push(await call('apiKey', 'set', { profileId, key: 'ferry_test_0123456789', storage: 'session' }));
    log.error('it failed', new Error(`Invalid proxy URL: ${proxy}`));
    outcomes.push(await call('selfCheck', 'read', {}), await call('diagnostics', 'text', {}));
    outcomes.push(await call('requests', 'list', {}));
    await theConsole.close();
    await removeFolder(userDataDir);
    const shown = [JSON.stringify(outcomes), JSON.stringify(theConsole.events), ...terminal].join('\n');
    expect(shown).not.toMatch(/clerk|s3cr3t|with\?more/);
    expect(shown).toContain(`HTTPS_PROXY=${place}`);
  },
);
