import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from 'vite';
import { installPackages, makePackages } from '#test/fixtures/packages/install-packages.ts';
import { expect, test } from './sdk-test.ts';

/** A React app with two routes under StrictMode. The query sets what the home route shows. */
const app = `
import { createElement as h, StrictMode, useState, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { FerryModal, useFerry } from '@ferry/react';
const query = new URLSearchParams(location.search);
const calls = window.calls = { tokens: 0, closes: 0, errors: [], events: [] };
const linkToken = async () => {
  calls.tokens += 1;
  return (await (await fetch('/link-token', { method: 'POST' })).json()).link_token;
};
const options = {
  baseURL: query.get('service'), userId: 'ada@aurora.example', linkToken,
  onEvent: ({ event }) => calls.events.push(event.type), onError: ({ code }) => calls.errors.push(code),
};
const Modal = () => {
  const [isOpen, setOpen] = useState(true);
  const onClose = () => { calls.closes += 1; setOpen(false); };
  return isOpen ? h(FerryModal, { ...options, onClose }) : h('p', null, 'Closed');
};
const Hook = () => {
  const ferry = useFerry({ ...options, onClose: () => { calls.closes += 1; } });
  const state = [ferry.isLoading ? 'loading' : 'ready', ferry.isOpen ? 'open' : 'closed', ferry.migration?.status ?? 'none', ferry.error?.code ?? 'fine'];
  return h('div', null, h('button', { onClick: ferry.start }, 'Move my data'), h('output', null, state.join(' ')));
};
const App = () => {
  const [route, setRoute] = useState('home');
  window.visit = (next) => startTransition(() => setRoute(next));
  if (route !== 'home') return h('p', null, 'Next route');
  return query.get('show') === 'hook' ? h(Hook) : h(Modal);
};
createRoot(document.querySelector('main')).render(h(StrictMode, null, h(App)));
`;

let code: string;
test.beforeAll(async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'ferry-react-app-'));
  makePackages();
  installPackages(folder);
  writeFileSync(path.join(folder, 'main.js'), app);
  writeFileSync(path.join(folder, 'index.html'), '<main></main><script type="module" src="./main.js"></script>');
  // StrictMode mounts twice in React's development build only.
  await build({
    configFile: false,
    root: folder,
    mode: 'development',
    define: { 'process.env.NODE_ENV': '"development"' },
    logLevel: 'warn',
    build: { minify: false, rolldownOptions: { output: { entryFileNames: 'app.js' } } },
  });
  code = readFileSync(path.join(folder, 'dist/app.js'), 'utf8');
  rmSync(folder, { recursive: true });
});

const page = (text: string) => `<!doctype html><html lang="en"><title>Aurora</title><link rel="icon" href="data:,">
<main></main><script type="module">${text.replaceAll('</script', '<\\/script')}</script></html>`;

interface Calls {
  readonly tokens: number;
  readonly closes: number;
  readonly errors: readonly string[];
  readonly events: readonly string[];
}

test.beforeEach(({ site }) => site.serve(page(code)));

test(
  'FerryModal opens once under StrictMode, and a route change closes it once',
  { tag: '@S26' },
  async ({ page: tab, service, site }) => {
    const problems: string[] = [];
    tab.on('pageerror', ({ message }) => problems.push(message));
    tab.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
    const calls = () => tab.evaluate<Calls>('calls');
    await tab.goto(`${site.url}/?service=${service.url}`);
    await expect(tab.frameLocator('iframe').getByRole('heading', { level: 1 })).toHaveText('Where is your data now?');
    expect(await calls()).toMatchObject({ tokens: 1, closes: 0, errors: [], events: ['migration_modal.opened'] });
    await tab.evaluate('visit("next")');
    await expect(tab.getByText('Next route')).toBeVisible();
    await expect(tab.locator('dialog')).toHaveCount(0);
    expect(await calls()).toMatchObject({ tokens: 1, closes: 1, errors: [] });
    await tab.evaluate('visit("home")');
    await expect(tab.locator('iframe')).toBeVisible();
    await tab.frameLocator('iframe').getByRole('button', { name: 'Close', exact: true }).first().click();
    await expect(tab.getByText('Closed')).toBeVisible();
    expect(await calls()).toMatchObject({ closes: 2, errors: [] });
    expect(problems).toEqual([]);
  },
);

test(
  'a FerryModal that unmounts while it loads leaves nothing',
  { tag: '@S26' },
  async ({ page: tab, service, site }) => {
    const requested = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    await tab.route('**/link-token', async (route) => {
      requested.resolve();
      await released.promise;
      await route.continue();
    });
    await tab.goto(`${site.url}/?service=${service.url}`);
    await requested.promise;
    await expect(tab.locator('dialog')).toBeVisible();
    await tab.evaluate('visit("next")');
    await expect(tab.locator('dialog')).toHaveCount(0);
    const answered = tab.waitForResponse('**/link-token');
    released.resolve();
    await answered;
    expect(await tab.evaluate('calls')).toMatchObject({ tokens: 1, closes: 1, errors: [], events: [] });
    expect(await tab.evaluate('[localStorage.length, document.querySelectorAll("dialog, iframe").length]')).toEqual([
      0, 0,
    ]);
  },
);

test(
  'useFerry reports loading, open, errors and the status, and two clicks open one modal',
  { tag: '@S26' },
  async ({ page: tab, service, site }) => {
    await tab.goto(`${site.url}/?show=hook&service=${service.url}`);
    const state = tab.locator('output');
    await expect(state).toHaveText('ready closed none fine');
    await tab.route('**/link-token', (route) => route.abort(), { times: 1 });
    await tab.getByRole('button', { name: 'Move my data' }).click();
    await expect(state).toHaveText('ready open none bad_link_token');
    await tab.locator('dialog').press('Escape');
    await expect(state).toHaveText('ready closed none bad_link_token');
    await tab.evaluate('document.querySelector("button").click(); document.querySelector("button").click()');
    await expect(state).toHaveText(/^ready open [A-Z_]+ fine$/);
    expect(await tab.evaluate('calls')).toMatchObject({ tokens: 2, closes: 1, errors: ['bad_link_token'] });
    await tab.evaluate('visit("next")');
    await expect(tab.locator('dialog')).toHaveCount(0);
    // The stored migration is found again when the route is back.
    await tab.evaluate('visit("home")');
    await expect(tab.locator('iframe')).toBeVisible();
    await expect(state).toHaveText(/^ready open [A-Z_]+ fine$/);
    expect(await tab.evaluate('calls.closes')).toBe(2);
  },
);
