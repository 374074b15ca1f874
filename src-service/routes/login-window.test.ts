import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { modalStateSchema } from '#shared/modal-messages/modal-state.ts';
import { openModal } from '../testing/modal-flow.ts';
import { pngImage } from '../testing/png-image.ts';
import { openTestService, type TestService } from '../testing/test-service.ts';

let service: TestService;
beforeAll(async () => {
  service = await openTestService({ migrations: 1, companies: 1 }, { allowControl: true });
});
afterAll(() => service.end());

const stateOf = async (path: string) =>
  modalStateSchema.parse((await service.send({ url: `${path}/state`, bearer: null })).body);

/** Opens a modal at the login of a provider with its own window. */
const openWindow = async () => {
  const { path } = await openModal(service, 'ada@aurora.example', { sourceProviders: ['Harborpay'] });
  const { login } = await stateOf(path);
  return { path, address: new URL(login.window_url ?? '') };
};

const logIn = (address: URL, userName: string, headers: Record<string, string> = {}) =>
  service.send({
    method: 'POST',
    url: address.pathname,
    bearer: null,
    headers: { host: address.host, 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: new URLSearchParams({ user_name: userName, password: 'secret' }).toString(),
  });

describe('login window of a provider', { tags: '@X27' }, () => {
  test("the provider has a separate origin, and its login changes the migration's status", async () => {
    const { path, address } = await openWindow();
    expect(address.origin).toBe('http://127.0.0.1');
    expect(await stateOf(path)).toMatchObject({ provider: 'Harborpay', login: { step: 'window', failures: 0 } });
    const form = await service.send({ url: address.pathname, bearer: null, headers: { host: address.host } });
    expect([form.status, form.text]).toEqual([200, expect.stringContaining('Log in to Harborpay')]);
    const refused = await logIn(address, 'wrong@aurora.example');
    expect(refused.text).toContain('The email or password is wrong.');
    expect(await stateOf(path)).toMatchObject({
      status: 'NOT_READY',
      login: { step: 'window', trouble: 'password_refused', failures: 1 },
    });
    expect((await logIn(address, 'ada@aurora.example')).text).toContain('You can close this window');
    expect(await stateOf(path)).toMatchObject({
      status: 'NOT_STARTED',
      company_name: 'Aurora',
      login: { successes: 1 },
    });
  });

  test("the login shows the organization's name, logo and accent under the page's policy", async () => {
    const { address } = await openWindow();
    const form = () => service.send({ url: address.pathname, bearer: null, headers: { host: address.host } });
    const asks = 'wants to copy your data from Harborpay.';
    const { text: before } = await form();
    expect(before).toMatch(new RegExp(`<strong>[^<]+</strong> ${asks}`));
    const brand = { name: 'Bright & <b>Water</b>', accent: '#3D3BA6', logo: pngImage().toString('base64') };
    await service.send({ method: 'POST', url: '/control/brand', body: brand });
    for (const { text, headers } of [await form(), await logIn(address, 'wrong@aurora.example')]) {
      expect(text).toContain(`<strong>Bright &amp; &lt;b&gt;Water&lt;/b&gt;</strong> ${asks}`);
      expect(text).toContain('--accent:#3d3ba6');
      expect(text).toMatch(/url\(\/modal-brand\/[\da-f]{32}\.png\)/);
      const policy = String(headers['content-security-policy']);
      expect(policy).toContain("img-src 'self'");
      const styles = Array.from(text.matchAll(/<style>([\s\S]*?)<\/style>/g), ([, style = '']) => style);
      expect(styles).toHaveLength(2);
      for (const style of styles) {
        expect(policy).toContain(`'sha256-${createHash('sha256').update(style).digest('base64')}'`);
      }
    }
    await service.send({ method: 'DELETE', url: '/control/brand' });
    const { text: after } = await form();
    expect(after).toMatch(new RegExp(`<strong>[^<]+</strong> ${asks}`));
    expect(after).not.toMatch(/#3d3ba6|modal-brand|Water/);
  });

  test('the modal asks for the second factor and the company', async () => {
    for (const [user, step] of [
      ['second-factor', 'code'],
      ['companies', 'company'],
    ] as const) {
      const { path, address } = await openWindow();
      await logIn(address, `${user}@aurora.example`);
      expect((await stateOf(path)).login).toMatchObject({ step, window_url: null });
    }
  });

  test('the modal accepts no password for this provider', async () => {
    const { path } = await openWindow();
    const body = { user_name: 'ada@aurora.example', password: 'x' };
    expect((await service.send({ method: 'POST', url: `${path}/login`, bearer: null, body })).status).toBe(409);
  });

  test('the login URL allows only its own login, from its own page', { tags: ['@T12', '@T16'] }, async () => {
    const { path, address } = await openWindow();
    const name = address.pathname.split('/').at(-1) ?? '';
    expect(path).not.toContain(name);
    expect((await service.send({ url: `/modal/${name}/state`, bearer: null })).status).toBe(404);
    expect((await logIn(address, 'ada@aurora.example', { origin: 'https://attacker.example' })).status).toBe(404);
    expect((await stateOf(path)).status).toBe('NOT_READY');
    expect((await logIn(address, '<script>')).status).toBe(200);
    await service.send({ method: 'POST', url: `${path}/begin`, bearer: null, body: {} });
    expect((await logIn(address, 'ada@aurora.example')).status).toBe(409);
    for (const unknown of ['A'.repeat(43), '%00', 'x']) {
      expect((await service.send({ url: `/modal-login/${unknown}`, bearer: null })).status).toBe(404);
    }
    const empty = await service.send({
      method: 'POST',
      url: address.pathname,
      bearer: null,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'user_name=%00&password=',
    });
    expect(empty.status).toBe(404);
  });
});
