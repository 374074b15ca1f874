import { expect, type PageOptions, test } from './sdk-test.ts';

const refused: readonly [title: string, options: Record<string, unknown>, code: string, message: RegExp][] = [
  ['userId that is neither UUID nor email', { userId: 'ada' }, 'bad_user_id', /UUID or an email/],
  ['userId with a space', { userId: 'a b@c.example' }, 'bad_user_id', /UUID or an email/],
  ['empty linkToken', { linkToken: '' }, 'bad_link_token', /linkToken/],
  ['sourceProviders as text', { sourceProviders: 'Crewbase' }, 'bad_source_providers', /1 to 50 names/],
  ['blank source provider', { sourceProviders: [' '] }, 'bad_source_providers', /1 to 50 names/],
  ['empty list of source providers', { sourceProviders: [] }, 'bad_source_providers', /1 to 50 names/],
  ['too many source providers', { sourceProviders: Array(51).fill('Crewbase') }, 'bad_source_providers', /1 to 50/],
  ['userId with a letter of another script', { userId: 'ädä@aurora.example' }, 'bad_user_id', /UUID or an email/],
  ['userId of 255 characters', { userId: `${'a'.repeat(240)}@aurora.example` }, 'bad_user_id', /UUID or an email/],
  ['source provider that is no string', { sourceProviders: [7] }, 'bad_source_providers', /1 to 50 names/],
  ['target that matches nothing', { target: '#nowhere' }, 'bad_target', /#nowhere/],
  ['target that is no selector', { target: '##' }, 'bad_target', /##/],
  ['baseURL that is no address', { baseURL: 'api.ferry.example' }, 'bad_base_url', /api\.ferry\.example/],
  ['baseURL of another scheme', { baseURL: 'ftp://api.ferry.example' }, 'bad_base_url', /ftp:/],
  ['v0 option proxyUrl', { proxyUrl: '/proxy' }, 'v0_api', /proxyUrl was removed after v0\. Use linkToken/],
];

test(
  'invalid options reject with a typed error before any request',
  { tag: ['@S5', '@S9'] },
  async ({ host, service }) => {
    const calls: string[] = [];
    host.page.on('request', (request) => calls.push(request.url()));
    for (const [title, options, code, message] of refused) {
      const error = await host.start(options as PageOptions);
      expect(error, title).toMatchObject({ name: 'FerryError', code, message: expect.stringMatching(message) });
      expect(
        calls.filter((url) => url.startsWith(service.url)),
        title,
      ).toEqual([]);
      await expect(host.page.locator('iframe'), title).toHaveCount(0);
    }
  },
);

test('a UUID in upper or lower case is a valid userId', { tag: '@S9' }, async ({ host }) => {
  expect(await host.start({ userId: '0F8FAD5B-D9CB-469F-A165-70867728950E' })).toBeNull();
});

test(
  'a linkToken function that returns no token gives bad_link_token, and nothing is sent',
  { tag: '@S5' },
  async ({ host, service }) => {
    const calls: string[] = [];
    host.page.on('request', (request) => calls.push(request.url()));
    for (const wrong of ['undefined', 'null', '""', '7', '{}', '[]', 'Promise.resolve()', '({ link_token: "x" })']) {
      const code = await host.page.evaluate(
        `Ferry.startModal({ userId: 'ada@aurora.example', linkToken: () => (${wrong}) }).catch(({ code }) => code)`,
      );
      expect(code, wrong).toBe('bad_link_token');
    }
    expect(calls.filter((url) => url.startsWith(service.url))).toEqual([]);
  },
);

test('a 429 response becomes rate_limited for any request and any body', { tag: ['@S5', '@F30'] }, async ({ host }) => {
  const messages = ['Slow down.', 'The limit has expired.', 'All tries are used.'];
  for (const path of ['access-token', 'migration-modal'])
    for (const message of messages) {
      await host.fault('POST', path, { status: 429, body: { type: 'api_error', message } });
      expect(await host.start()).toMatchObject({ code: 'rate_limited', status: 429 });
    }
  await host.start();
  await host.page.reload();
  await host.fault('GET', 'migration-modal', { status: 429, body: {} });
  expect(await host.init()).toMatchObject({ code: 'rate_limited', status: 429 });
  expect(await host.page.evaluate('localStorage.length')).toBe(1);
});

test('expired, used and unknown link tokens have different errors', { tag: '@S5' }, async ({ host, service }) => {
  const used = await service.linkToken();
  await host.start({ linkToken: used });
  await host.page.evaluate('Ferry.close()');
  expect(await host.start({ linkToken: used })).toMatchObject({ code: 'link_token_used', status: 401 });
  const expiredLinkToken = await service.linkToken();
  await service.call('POST', '/control/clock', { advance_seconds: 61 });
  expect(await host.start({ linkToken: expiredLinkToken })).toMatchObject({ code: 'link_token_expired', status: 401 });
  expect(await host.start({ linkToken: 'never-made' })).toMatchObject({ code: 'link_token_invalid', status: 401 });
});

test('both error formats and non-JSON bodies give typed errors', { tag: ['@S5', '@F30'] }, async ({ host }) => {
  const fail = (status: number, body: unknown) => host.fault('POST', 'migration-modal', { status, body });
  await fail(400, { type: 'api_error', message: 'flat words' });
  expect(await host.start()).toMatchObject({
    code: 'request_refused',
    status: 400,
    message: expect.stringContaining('flat words'),
  });
  await fail(400, { error: { code: 'invalid_parameter', message: 'nested words' } });
  expect(await host.start()).toMatchObject({
    code: 'request_refused',
    message: expect.stringContaining('nested words'),
  });
  await fail(503, '<h1>Bad gateway</h1>');
  expect(await host.start()).toMatchObject({ code: 'service_error', status: 503 });
});

test('a modal URL that is not a web page is never opened', { tag: ['@S5', '@F30'] }, async ({ host }) => {
  for (const url of ['javascript:alert(1)', 'data:text/html,x', 7]) {
    await host.fault('POST', 'migration-modal', { status: 200, body: { url } });
    expect(await host.start()).toMatchObject({ code: 'service_error', status: 200 });
    await expect(host.page.locator('iframe')).toHaveCount(0);
  }
});

test(
  'an unreachable service and a response that stalls for 10 s reject the call',
  { tag: ['@S5', '@F30'] },
  async ({ host }) => {
    expect(await host.start({ baseURL: 'http://127.0.0.1:9' })).toMatchObject({ code: 'network' });
    await host.page.clock.install();
    await host.fault('POST', 'access-token', { stall: true });
    const pendingRequest = host.page.waitForRequest('**/access-token');
    const waiting = host.start();
    await pendingRequest;
    await host.page.clock.runFor(10_000);
    expect(await waiting).toMatchObject({ code: 'network', message: expect.stringContaining('No response from') });
  },
);

test(
  'init clears a token that is malformed or of another service, and reports and clears an expired token',
  { tag: '@S3' },
  async ({ host, service }) => {
    await host.start();
    const key = (await host.page.evaluate('Object.keys(localStorage)[0]')) as string;
    await host.page.evaluate('Ferry.close()');
    for (const value of ['{"token":"foreign","userId":"x"}', '{', '[]', 'null', '"text"', '{"userId":"x"}', '']) {
      await host.page.evaluate(([name, text]) => localStorage.setItem(name!, text!), [key, value]);
      expect(await host.init(), value).toBeNull();
      expect(await host.page.evaluate('localStorage.length'), value).toBe(0);
    }
    await host.start();
    await service.call('POST', '/control/tokens/expire');
    await host.page.reload();
    expect(await host.init()).toMatchObject({ status: 'LOGIN_ABANDONED' });
    expect(await host.page.evaluate('localStorage.length')).toBe(0);
  },
);

test('init keeps the token after a 5xx or network error', { tag: ['@S3', '@F30'] }, async ({ host, service }) => {
  await host.start();
  await host.page.reload();
  for (const effect of [{ status: 500 }, { drop: true }]) {
    // Chromium itself repeats a GET after a cut connection.
    await host.fault('GET', 'migration-modal', effect, 5);
    expect(await host.init()).toMatchObject({ code: expect.stringMatching(/service_error|network/) });
    expect(await host.page.evaluate('localStorage.length')).toBe(1);
    await service.call('DELETE', '/control/faults');
  }
  expect(await host.init()).toMatchObject({ status: 'NOT_READY' });
});

test('loadModal throws an error that names init', { tag: '@S10' }, async ({ host }) => {
  const error = await host.page.evaluate(() => {
    try {
      (window as unknown as { Ferry: { loadModal(): never } }).Ferry.loadModal();
    } catch (thrown) {
      const { code, message } = thrown as { code: string; message: string };
      return { code, message };
    }
    return undefined;
  });
  expect(error).toEqual({ code: 'v0_api', message: 'loadModal() was removed after v0. Use init().' });
});
