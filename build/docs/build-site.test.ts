import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { projectRoot } from '#build/launch/base/project-root.ts';
import { siteSections } from '#service/docs-site/site-frame.ts';
import { type Page, sectionsOf } from '#service/docs-site/page/sections-of.ts';
import { openTestService, type TestService } from '#service/testing/test-service.ts';
import { practiceUsers } from '#shared/service-control/practice-users.ts';
import { buildSite } from './build-site.ts';

const pages = Object.values(siteSections).flat();
let folder: string;
let service: TestService;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'ferry-site-'));
  await buildSite(path.join(folder, 'docs'));
  service = await openTestService({ migrations: 0, companies: 0 }, { builtFiles: folder });
});
afterAll(async () => {
  await service.end();
  await rm(folder, { recursive: true });
});

const get = (url: string) => service.send({ url, bearer: null });

/** Returns the URLs that a page names, without their anchor, and the anchors by URL. */
const targetsIn = (html: string, url: string) =>
  Array.from(
    html.matchAll(/ (?:href|src)="([^"]+)"/g),
    ([, target = '']) => new URL(target, `http://ferry.test${url}`),
  );

test('every link, picture and anchor of the documentation exists', { tags: '@X5' }, async () => {
  const found = new Map<string, string>();
  const broken: string[] = [];
  for (const url of ['/docs', '/docs/', ...pages.map(({ name }) => `/docs/${name}.html`)]) {
    const { status, text } = await get(url);
    expect(status, url).toBe(200);
    for (const { protocol, host, pathname, hash } of targetsIn(text, url)) {
      if (host !== 'ferry.test' || protocol === 'data:') continue;
      if (!found.has(pathname)) {
        const reply = await get(pathname);
        found.set(pathname, reply.status === 200 ? reply.text : '');
      }
      const target = found.get(pathname) ?? '';
      if (target === '' || (hash !== '' && !target.includes(` id="${decodeURIComponent(hash.slice(1))}"`)))
        broken.push(`${url}: ${pathname}${hash}`);
    }
  }
  expect(found.size).toBeGreaterThan(pages.length * 2);
  expect(broken).toEqual([]);
});

test('the search finds parts of pages, and each result exists', { tags: '@X5' }, async () => {
  const searched = JSON.parse(await readFile(path.join(folder, 'docs/search.json'), 'utf8')) as Page[];
  const urls = searched.flatMap(sectionsOf).map(({ url }) => url);
  expect(urls.length).toBeGreaterThan(pages.length * 2);
  const htmls = Object.fromEntries(
    await Promise.all(pages.map(async ({ name }) => [`${name}.html`, (await get(`/docs/${name}.html`)).text] as const)),
  );
  const broken = urls.filter((url) => {
    const [file = '', anchor] = url.split('#');
    return anchor === undefined ? !htmls[file] : !htmls[file]?.includes(` id="${anchor}"`);
  });
  expect(broken).toEqual([]);
  expect(sectionsOf({ title: 'A', name: 'a', text: '# A\n```sh\n# note\nrun\n```\n## B\n' })).toEqual([
    { title: 'A', url: 'a.html', text: expect.stringContaining('note run') },
    { title: 'A: B', url: 'a.html#b', text: '' },
  ]);
});

test('each page is also Markdown, and llms.txt lists all of them', { tags: '@X5' }, async () => {
  const list = await get('/llms.txt');
  expect(list.headers['content-type']).toBe('text/plain; charset=utf-8');
  for (const { name, title } of pages) {
    expect(list.text).toContain(`- [${title}](/docs/${name}.md)`);
    const { headers, text } = await get(`/docs/${name}.md`);
    expect(headers['content-type']).toBe('text/markdown; charset=utf-8');
    expect(text).toMatch(/^# /);
  }
});

test(
  'the pages run under a policy without inline code, and load nothing from elsewhere',
  { tags: ['@X5', '@T12'] },
  async () => {
    for (const { name } of pages) {
      const { headers, text } = await get(`/docs/${name}`);
      expect(headers['content-security-policy']).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self'; /);
      expect(headers['content-security-policy']).not.toContain('unsafe');
      expect(text).not.toMatch(
        /<script(?! src=)|<style| style=|<[a-z][^>]* on\w+=|(?:src|rel="stylesheet" href)="https?:/,
      );
    }
  },
);

test('a path outside the documentation is unknown, and a service without it says so', { tags: '@X5' }, async () => {
  for (const url of ['/docs/unknown', '/docs/..%2f..%2fpackage.json', '/docs/__proto__'])
    expect((await get(url)).status, url).toBe(404);
  const bare = await openTestService({ migrations: 0, companies: 0 }, { builtFiles: path.join(folder, 'none') });
  const { status, text } = await bare.send({ url: '/docs', bearer: null });
  expect({ status, text }).toMatchObject({ status: 404, text: expect.stringContaining('npm run build') });
  await bare.end();
});

test('docs/errors.md has every code of the SDK and every status of the API', { tags: '@X5' }, async () => {
  const read = (file: string) => readFile(path.join(projectRoot, file), 'utf8');
  const text = await read('docs/errors.md');
  const [, union = ''] = /type FerryErrorCode =([^;]+);/.exec(await read('src-sdk/public-types.ts')) ?? [];
  const codes = Array.from(union.matchAll(/'(\w+)'/g), ([, code = '']) => code);
  expect(codes.length).toBeGreaterThan(10);
  expect(codes.filter((code) => !text.includes(`| \`${code}\``))).toEqual([]);
  const documents = await Promise.all(['', '-webhooks', '-reports'].map((name) => read(`docs/openapi${name}.json`)));
  const statuses = new Set(
    documents.flatMap((one) => Array.from(one.matchAll(/"([45]\d\d)": \{/g), ([, s = '']) => s)),
  );
  expect(statuses.size).toBeGreaterThan(10);
  expect([...statuses].filter((status) => !text.includes(`| ${status} `))).toEqual([]);
});

test('docs/testing.md has every practice user', { tags: '@X5' }, async () => {
  const text = await readFile(path.join(projectRoot, 'docs/testing.md'), 'utf8');
  expect(practiceUsers.filter((name) => !text.includes(`| \`${name}\``))).toEqual([]);
});
