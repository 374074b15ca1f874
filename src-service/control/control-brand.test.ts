import { createHash } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openModal } from '../testing/modal-flow.ts';
import { pngImage } from '../testing/png-image.ts';
import { openTestService, type TestService } from '../testing/test-service.ts';
import { makeApiKey } from '../store/secrets.ts';

let service: TestService;
beforeEach(async () => {
  service = await openTestService({ migrations: 1, companies: 1 }, { allowControl: true });
});
afterEach(() => service.end());

const setBrand = (body: unknown, bearer?: string) =>
  service.send({ method: 'POST', url: '/control/brand', body, ...(bearer === undefined ? {} : { bearer }) });
const page = async (path: string) => service.send({ url: path, bearer: null });
const logo = pngImage();
const logoText = logo.toString('base64');

test('the modal shows name, logo and accent of a brand until the brand is cleared', { tags: '@X27' }, async () => {
  const { path } = await openModal(service, 'a@b.example');
  const before = await page(path);
  expect(before.text).toContain('<strong>Ferry</strong>');
  const set = await setBrand({ name: 'Bright & <b>Water</b>', accent: '#3D3BA6', logo: logoText });
  const shown = { name: 'Bright & <b>Water</b>', accent: '#3d3ba6', logo_png: logoText };
  expect(set.body).toMatchObject(shown);
  expect((await service.send({ url: '/control/brand' })).body).toMatchObject(shown);
  const { text, headers } = await page(path);
  expect(text).toContain('<strong>Bright &amp; &lt;b&gt;Water&lt;/b&gt;</strong>');
  expect(text).toContain('--accent:#3d3ba6');
  const styles = Array.from(text.matchAll(/<style>([\s\S]*?)<\/style>/g), ([, style = '']) => style);
  expect(styles).toHaveLength(2);
  for (const style of styles) {
    const digest = createHash('sha256').update(style).digest('base64');
    expect(String(headers['content-security-policy'])).toContain(`'sha256-${digest}'`);
  }
  const address = /src="(\/modal-brand\/[\da-f]{32}\.png)"/.exec(text)?.[1] ?? '';
  const image = await page(address);
  expect(image.headers).toMatchObject({
    'content-type': 'image/png',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  });
  const state = await page(`${path}/state`);
  expect(state.body).toMatchObject({ organization_name: 'Bright & <b>Water</b>' });

  // Omitted fields stay unchanged; null resets a field.
  await setBrand({ logo: null });
  expect((await page(path)).text).toContain('<strong>Ferry</strong>');
  expect((await page(path)).text).toContain('--accent:#3d3ba6');
  expect((await page(address)).status).toBe(404);
  // PostgreSQL strings can't contain NUL.
  for (const name of ['%00', 'x', `${'0'.repeat(32)}.png`, `${address.split('/').at(-1)}%0a`]) {
    expect((await page(`/modal-brand/${name}`)).status).toBe(404);
  }
  await service.send({ method: 'DELETE', url: '/control/brand' });
  expect((await page(path)).text).toBe(before.text);
});

test(
  'an SVG logo, a pale accent and an invalid color are rejected with a message',
  { tags: ['@X27', '@T57'] },
  async () => {
    const svg = Buffer.from('<svg onload="alert(1)"/>').toString('base64');
    const messages = [{ logo: svg }, { accent: '#ffcc00' }, { accent: '#3d3ba6;}*{display:none' }, { name: 'a\u0000' }];
    for (const body of messages) {
      const reply = await setBrand(body);
      expect(reply.status).toBe(400);
      expect(String(reply.body.message)).toMatch(/\.$/);
    }
    expect((await service.send({ url: '/control/brand' })).body).toEqual({
      organization: 'Brightwater',
      name: null,
      accent: null,
      logo: null,
      logo_png: null,
    });
  },
);

test("a brand doesn't affect other organizations", { tags: ['@X27', '@T57'] }, async () => {
  const { apiKey } = await makeApiKey(service.store.keys, { description: 'theirs', organization: 'Harbourside' }, 0);
  await setBrand({ name: 'Theirs', accent: '#000000', logo: logoText }, apiKey);
  const { path } = await openModal(service, 'a@b.example');
  expect((await page(path)).text).toContain('<strong>Ferry</strong>');
  expect((await page(`${path}/state`)).body).not.toMatchObject({ organization_name: 'Theirs' });
});
