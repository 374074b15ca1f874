import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '#build/launch/base/project-root.ts';
import { bundleChunk } from '#build/vite/bundle-chunk.ts';
import { expect, test } from './sdk-test.ts';

/** A page with the snippet under StrictMode, and a second route. */
const app = `
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { MoveData } from './snippet.tsx';
const linkToken = async () => (await (await fetch('/link-token', { method: 'POST' })).json()).link_token;
const root = createRoot(document.querySelector('main'));
const home = <StrictMode><MoveData userId="ada@aurora.example" linkToken={linkToken} /></StrictMode>;
Object.assign(window, { visit: (route) => root.render(route === 'home' ? home : <p>Next route</p>) });
root.render(home);`;

const bundle = async (snippet: string): Promise<string> => {
  const folder = path.join(projectRoot, '.cache', `react-snippet-${process.pid}`);
  mkdirSync(folder, { recursive: true });
  try {
    writeFileSync(path.join(folder, 'snippet.tsx'), snippet);
    writeFileSync(path.join(folder, 'app.tsx'), app);
    const lib = { entry: path.join(folder, 'app.tsx'), formats: ['iife' as const], name: 'app' };
    const alias = {
      '@ferry/react': path.join(projectRoot, 'src-sdk/react/index.ts'),
      '../index.ts': path.join(projectRoot, 'dist/sdk/index.mjs'),
    };
    const define = { 'process.env.NODE_ENV': '"production"' };
    return (await bundleChunk(projectRoot, { lib }, { resolve: { alias }, define })).code;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

test(
  'docs/sdk.md: the React snippet removes the modal on a route change',
  { tag: '@S1' },
  async ({ page, service, site }) => {
    const text = readFileSync(path.join(projectRoot, 'docs/sdk.md'), 'utf8');
    const snippet = /```tsx\n([\s\S]*?)```/.exec(text)?.[1] ?? '';
    const code = await bundle(snippet.replaceAll('https://api.ferry.example', service.url));
    const problems: string[] = [];
    page.on('pageerror', ({ message }) => problems.push(message));
    page.on('console', (message) => problems.push(message.text()));
    site.serve(
      '<!doctype html><html lang="en"><title>Aurora</title><link rel="icon" href="data:,"><main></main></html>',
    );
    await page.goto(site.url);
    await page.addScriptTag({ content: code });
    const frame = page.locator('iframe');
    await page.getByRole('button', { name: 'Move my data' }).click();
    await expect(page.frameLocator('iframe').getByRole('heading', { level: 1 })).toHaveText('Where is your data now?');
    await page.evaluate('visit("next")');
    await expect(page.getByText('Next route')).toBeVisible();
    await expect(frame).toHaveCount(0);
    // The component's `init` finds the session again.
    await page.evaluate('visit("home")');
    await expect(frame).toBeVisible();
    expect(problems).toEqual([]);
  },
);
