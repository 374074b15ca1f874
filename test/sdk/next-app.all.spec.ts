import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '#service/testing/free-port.ts';
import { makePackages, tarballOf } from '#test/fixtures/packages/install-packages.ts';
import { runNpmScript } from '#test/fixtures/packages/registry.ts';
import { expect, test } from './sdk-test.ts';

/** An app with two routes. Next.js renders the first on the server, with the hook and the component. */
const files: Readonly<Record<string, string>> = {
  'package.json': '{"name":"next-app","private":true}',
  'app/layout.jsx': `import Link from 'next/link';
export const metadata = { title: 'Aurora', icons: 'data:,' };
export default ({ children }) => (
  <html lang="en">
    <body>
      <Link href="/">Home</Link> <Link href="/other">Other</Link>
      {children}
    </body>
  </html>
);`,
  'app/page.jsx': `import { Move } from './move.jsx';
export const dynamic = 'force-dynamic';
export default () => <Move baseURL={process.env.FERRY_URL} />;`,
  'app/other/page.jsx': 'export default () => <p>Other route</p>;',
  'app/move.jsx': `'use client';
import { useState } from 'react';
import { FerryModal, useFerry } from '@ferry/react';
const calls = { tokens: 0, closes: 0, errors: [] };
if (typeof window === 'object') window.calls = calls;
const linkToken = async () => {
  calls.tokens += 1;
  return (await (await fetch('/link-token', { method: 'POST' })).json()).link_token;
};
export function Move({ baseURL }) {
  const [isShown, setShown] = useState(false);
  const options = {
    baseURL, userId: 'ada@aurora.example', linkToken,
    onError: ({ code }) => calls.errors.push(code), onClose: () => { calls.closes += 1; },
  };
  const ferry = useFerry(options);
  return (
    <main>
      <button onClick={ferry.start}>Move my data</button>
      <button onClick={() => setShown(true)}>Show the component</button>
      <output>{ferry.migration?.status ?? 'none'}</output>
      {isShown && <FerryModal {...options} />}
    </main>
  );
}`,
  'app/link-token/route.js': `import { Ferry } from '@ferry/server';
export const POST = async () => {
  const ferry = new Ferry({ apiKey: process.env.FERRY_API_KEY, baseURL: process.env.FERRY_URL });
  return Response.json(await ferry.linkTokens.create({ user_id: 'ada@aurora.example' }));
};`,
};

let folder: string;
let whyNot: string | undefined;
let server: ChildProcess | undefined;
let url: string;
test.beforeAll(async ({ service }) => {
  test.setTimeout(900_000);
  folder = mkdtempSync(path.join(tmpdir(), 'ferry-next-app-'));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), text);
  }
  whyNot = await runNpmScript(folder, 'npm install next@16 react@19 react-dom@19');
  if (whyNot !== undefined) return;
  makePackages();
  const tarballs = ['ferry-sdk', 'ferry-react', 'ferry-server'] as const;
  await runNpmScript(folder, `npm install ${tarballs.map(tarballOf).join(' ')}`);
  const env = { ...process.env, NEXT_TELEMETRY_DISABLED: '1', NODE_ENV: 'production' as const };
  await runNpmScript(folder, 'NODE_ENV=production NEXT_TELEMETRY_DISABLED=1 node_modules/.bin/next build');
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  const args = ['node_modules/next/dist/bin/next', 'start', '--hostname', '127.0.0.1', '--port', String(port)];
  server = spawn(process.execPath, args, {
    cwd: folder,
    env: { ...env, FERRY_URL: service.url, FERRY_API_KEY: service.apiKey() },
    stdio: 'inherit',
  });
  await expect.poll(() => fetch(url).then(({ status }) => status, String), { timeout: 60_000 }).toBe(200);
});
test.afterAll(async () => {
  if (server?.kill()) await once(server, 'exit');
  rmSync(folder, { recursive: true, force: true });
});
test.beforeEach(() => test.skip(whyNot !== undefined, `Next.js: ${whyNot}`));

test(
  'Next.js renders @ferry/react on the server, and a route change closes the modal once',
  { tag: '@S26' },
  async ({ page }) => {
    const html = await (await fetch(url)).text();
    expect(html).toContain('Move my data');
    expect(html).toMatch(/<output>none<\/output>/);

    // React reports a page that differs from the server's as an error.
    const problems: string[] = [];
    page.on('pageerror', ({ message }) => problems.push(message));
    page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
    const calls = () => page.evaluate('calls');
    await page.goto(url);
    await page.getByRole('button', { name: 'Move my data' }).click();
    const heading = page.frameLocator('iframe').getByRole('heading', { level: 1 });
    await expect(heading).toHaveText('Where is your data now?');
    expect(await calls()).toEqual({ tokens: 1, closes: 0, errors: [] });
    // The modal covers the links.
    await page.getByRole('link', { name: 'Other', includeHidden: true }).dispatchEvent('click');
    await expect(page.getByText('Other route')).toBeVisible();
    await expect(page.locator('dialog')).toHaveCount(0);
    expect(await calls()).toEqual({ tokens: 1, closes: 1, errors: [] });

    // The hook finds the stored migration when the user returns.
    await page.getByRole('link', { name: 'Home' }).click();
    await expect(heading).toHaveText('Where is your data now?');
    await expect(page.getByText('NOT_READY')).toBeVisible();
    await page.goBack();
    await expect(page.getByText('Other route')).toBeVisible();
    await expect(page.locator('dialog')).toHaveCount(0);
    expect(await calls()).toEqual({ tokens: 1, closes: 2, errors: [] });
    expect(problems).toEqual([]);
  },
);

test(
  'in Next.js, FerryModal opens when it appears and closes on the browser’s Back',
  { tag: '@S26' },
  async ({ page }) => {
    await page.goto(`${url}/other`);
    await page.getByRole('link', { name: 'Home' }).click();
    await page.getByRole('button', { name: 'Show the component' }).click();
    await expect(page.frameLocator('iframe').getByRole('heading', { level: 1 })).toHaveText('Where is your data now?');
    expect(await page.evaluate('calls')).toEqual({ tokens: 1, closes: 0, errors: [] });
    await page.goBack();
    await expect(page.getByText('Other route')).toBeVisible();
    await expect(page.locator('dialog')).toHaveCount(0);
    expect(await page.evaluate('calls')).toEqual({ tokens: 1, closes: 1, errors: [] });
  },
);
