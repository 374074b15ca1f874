import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { openSession, redeemLink } from '#test/fixtures/console/browser-session.ts';
import { makeFakeDesktop } from '#test/fixtures/system/fake-desktop.ts';
import { projectRoot } from '#build/launch/base/project-root.ts';
import { type ReadyProcess, startUntilReady } from '#test/fixtures/system/ready-line.ts';
import { removeFolder } from '#test/fixtures/system/remove-folder.ts';
import { hitsIn, processesBelow, processTexts } from '#test/fixtures/secrets/secret-search.ts';
import { startTestApi, takes } from '#test/fixtures/service/test-api.ts';

const canary = 'ferry_test_CANARY+/5d0c7a21b94e';
/** Matches every key that a service creates. */
const anyKey = /ferry_(live|test)_[\w+/-]{16,}/;

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp();
});

function newFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'ferry-start-'));
  cleanUps.push(() => removeFolder(folder));
  return folder;
}

/** Starts the built browser host on a fake desktop that records what it opens. */
async function startHost(flags: readonly string[] = [], folder = newFolder()) {
  const desktop = makeFakeDesktop(folder);
  const userData = path.join(folder, 'data');
  mkdirSync(userData, { recursive: true });
  const program = path.join(projectRoot, 'out/browser-host/main.mjs');
  const args = [program, '--user-data', userData, '--keychain', 'memory', ...flags];
  const host: ReadyProcess<{ url: string; pid: number }> = await startUntilReady(process.execPath, args, {
    env: { ...process.env, ...desktop.env },
  });
  cleanUps.push(host.stop);
  return { host, desktop, userData };
}

/** Polls the process list until stopped; resolves with everything it saw. */
function watchProcesses(pid: number) {
  const observed = new Map<string, Buffer>();
  const look = () => {
    for (const [name, text] of processTexts(processesBelow(pid))) observed.set(`${name} ${text.toString('hex')}`, text);
  };
  const timer = setInterval(look, 25);
  return () => {
    look();
    clearInterval(timer);
    return [...observed.values()];
  };
}

const tokenOf = (link: string): string => new URL(link).hash.replace('#start=', '');
const linkIn = (text: string): string => /http:\/\/127\.0\.0\.1:\d+\/#start=[\w-]+/.exec(text)?.[0] ?? '';

test(
  'a complete run of start, key, lab, tokens and export puts no secret in an argument list or environment',
  { tags: '@T21' },
  async () => {
    const { host, desktop } = await startHost();
    const stop = watchProcesses(host.ready.pid);
    await expect.poll(() => desktop.openCalls().length).toBe(1);
    const [request] = desktop.openCalls();
    if (!request) throw new Error('nothing was opened');
    const page = readFileSync(request.target, 'utf8');
    const link = linkIn(page);
    expect(request.mode).toBe('600');
    const session = await openSession(link);
    await expect.poll(() => readdirSync(desktop.home)).toEqual([]);

    const value = async <Value>(topic: string, verb: string, args: unknown): Promise<Value> => {
      const outcome = JSON.parse((await session.send(topic, verb, args)).text) as { ok: boolean; value: Value };
      expect({ topic, verb, outcome: outcome.ok ? 'good' : outcome }).toEqual({ topic, verb, outcome: 'good' });
      return outcome.value;
    };
    await value('migrations', 'list', { page: 1, pageSize: 25 });
    const { linkToken } = await value<{ linkToken: string }>('linkTokens', 'mint', {});
    const lab = await value<object>('modalLab', 'open', {});
    const labSecret = /\/lab\/([\w-]+)/.exec(JSON.stringify(lab))?.[1] ?? '';
    const asksExport = { resource: 'migrations', scope: 'page', format: 'csv', query: {} };
    await value('exports', 'start', asksExport);
    const downloadOf = async () =>
      (await value<{ download: string | null }[]>('exports', 'list', {}))[0]?.download?.split('/').at(-1) ?? '';
    await expect.poll(downloadOf).not.toBe('');
    const download = await downloadOf();
    const api = await startTestApi(takes(canary));
    cleanUps.push(() => api.close());
    const draft = { name: 'Canary', environment: 'test', baseURL: api.url };
    const { id } = await value<{ id: string }>('profiles', 'add', draft);
    await value('apiKey', 'set', { profileId: id, key: canary, storage: 'session' });
    await value('profiles', 'switch', { id });
    await value('diagnostics', 'openLogs', {});
    host.child.kill('SIGUSR2');
    await expect.poll(() => linkIn(host.stderr().split('New link').at(-1) ?? '')).not.toBe('');

    const secrets = {
      tokenOfFile: tokenOf(link),
      tokenOfUrl: tokenOf(host.ready.url),
      newToken: tokenOf(linkIn(host.stderr().split('New link').at(-1) ?? '')),
      cookie: session.cookie.split('=')[1] ?? '',
      session: session.secret,
      linkToken,
      labSecret,
      download,
      canary,
    };
    for (const [name, secret] of Object.entries(secrets)) expect([name, secret.length > 15]).toEqual([name, true]);
    expect(new Set(Object.values(secrets)).size).toBe(Object.keys(secrets).length);
    const texts = [...stop(), ...desktop.openCalls().map(({ processList }) => processList)];
    expect(texts.length).toBeGreaterThan(3);
    for (const [name, secret] of Object.entries(secrets)) {
      expect([name, texts.filter((text) => hitsIn(text, [secret]) > 0).map(String)]).toEqual([name, []]);
    }
    expect(texts.map(String).filter((text) => anyKey.test(text))).toEqual([]);
  },
);

test(
  'a second use of a start link ends its session, and both pages say so and how to continue',
  { tags: '@T21' },
  async () => {
    const { host, desktop } = await startHost();
    await expect.poll(() => desktop.openCalls().length).toBe(1);
    // The printed link differs from the file's: clicking it opens another tab and ends no session.
    const opened = linkIn(readFileSync(desktop.openCalls()[0]?.target ?? '', 'utf8'));
    const [first, second] = [await openSession(opened), await openSession(host.ready.url)];
    const events = first.get('/events').then(
      () => 'ended',
      () => 'cut off',
    );
    const secondReply = await redeemLink(opened);
    expect([secondReply.status, JSON.parse(secondReply.text)]).toMatchObject([401, { ok: false, reason: 'link_used' }]);
    expect(await events).toBe('cut off');
    const after = await first.send('console', 'state', {});
    expect([after.status, JSON.parse(after.text)]).toMatchObject([401, { ok: false, reason: 'ended' }]);
    expect((await second.send('console', 'state', {})).status).toBe(200);
    const sentence = /^A link was used twice, so its session ended\..* (http\S+)$/m;
    await expect.poll(() => host.stderr()).toMatch(sentence);
    const fresh = sentence.exec(host.stderr())?.[1] ?? '';
    expect((await (await openSession(fresh)).send('console', 'state', {})).status).toBe(200);
  },
);

test(
  'an unused start leaves no file, and the next start deletes files of a killed start, but no user file',
  { tags: ['@T20', '@T21'] },
  async () => {
    const folder = newFolder();
    const first = await startHost([], folder);
    await expect.poll(() => first.desktop.openCalls().length).toBe(1);
    expect(await first.host.stop()).toBe(0);
    expect(readdirSync(first.desktop.home)).toEqual([]);

    const killed = await startHost([], folder);
    await expect.poll(() => killed.desktop.openCalls().length).toBe(2);
    killed.host.child.kill('SIGKILL');
    await once(killed.host.child, 'close');
    const [left = ''] = readdirSync(killed.desktop.home);
    const oldDate = new Date(Date.now() - 61_000);
    utimesSync(path.join(killed.desktop.home, left), oldDate, oldDate);
    writeFileSync(path.join(killed.desktop.home, 'ferry-console-notes.html'), 'a user’s own');
    // A user's folder with a similar name, not created by a console.
    const lookalike = path.join(killed.desktop.home, 'ferry-console-abc123');
    mkdirSync(lookalike);
    writeFileSync(path.join(lookalike, 'start.html'), 'a user’s own');
    const last = await startHost([], folder);
    await expect.poll(() => last.desktop.openCalls().length).toBe(3);
    expect(await last.host.stop()).toBe(0);
    expect(readdirSync(lookalike)).toEqual(['start.html']);
    expect(readdirSync(last.desktop.home).sort()).toEqual(['ferry-console-abc123', 'ferry-console-notes.html']);
  },
);

test('--no-open and a machine without a desktop start no program and print the link', { tags: '@T21' }, async () => {
  const { host, desktop } = await startHost(['--no-open']);
  await expect.poll(() => host.stderr()).toContain(`within 60 seconds: ${host.ready.url}`);
  expect(desktop.openCalls()).toEqual([]);
  expect(readdirSync(desktop.home)).toEqual([]);
});
