import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Frame } from '@playwright/test';
import { callConsole } from '#test/fixtures/console/call-console.ts';
import { expect, test } from '#test/fixtures/console/console-test.ts';
import { askForPermissions } from '#test/fixtures/page/permission-probe.ts';
import { ModalLabPage } from '#test/page-models/modal-lab-page.ts';

test.use({ shared: true });

const observed: string[] = [];
let otherServer: Server;
let origin = '';
test.beforeEach(async () => {
  otherServer = createServer((request, reply) => {
    observed.push(`${request.method} ${request.url}`);
    reply.writeHead(200, { 'Content-Type': 'text/html' }).end('<p>elsewhere</p>');
  });
  await new Promise<void>((resolve) => otherServer.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(otherServer.address() as AddressInfo).port}`;
});
test.afterEach(() => void otherServer.close());

/** What a hostile page in the frame could try against the console's page; each as code that runs in the frame. */
const attempts = (): string[] => {
  const addresses = [
    `${origin}/a`,
    'https://attacker.example/',
    'file:///etc/passwd',
    'data:text/html,<p>x</p>',
    'ferry://migrations/00000000-0000-4000-8000-000000000000',
    'about:blank',
    'chrome://gpu',
    'mailto:a@b.example',
    'blob:null/00000000-0000-4000-8000-000000000000',
    'javascript:void(document.title="x")',
  ].map((address) => JSON.stringify(address));
  const link = (address: string, target: string) =>
    `Object.assign(document.createElement('a'), { href: ${address}, target: '${target}' }).click()`;
  const form = (address: string, target: string) =>
    `{ const form = Object.assign(document.createElement('form'), { action: ${address}, method: 'post', target: '${target}' });
       document.body.append(form); form.submit(); }`;
  const navigations: readonly ((address: string) => string)[] = [
    (address) => `window.open(${address})`,
    (address) => `window.open(${address}, '_top')`,
    (address) => `top.location.assign(${address})`,
    (address) => `top.location.href = ${address}`,
    (address) => link(address, '_top'),
    (address) => link(address, '_blank'),
    (address) => form(address, '_top'),
    (address) => form(address, '_blank'),
  ];
  return navigations.flatMap((way) => addresses.map(way));
};

test(
  'hostile navigations, popups, downloads and permission requests from the lab’s frame all fail',
  { tag: ['@C17', '@T10'] },
  async ({ console: open }) => {
    const { page } = open;
    const lab = new ModalLabPage(open);
    await lab.show();
    const frame = page.frames().find((each) => each.url().includes('/lab/')) as Frame;
    const [home, address] = [page.url(), frame.url()];
    const openedAddresses: string[] = [];
    page.context().on('page', (each) => openedAddresses.push(each.url()));
    page.on('download', (download) => openedAddresses.push(download.url()));
    const tried = attempts();
    expect(tried.length).toBeGreaterThanOrEqual(60);
    for (const code of tried) await frame.evaluate(`try { ${code} } catch {}`);
    await frame.evaluate(() => {
      for (const href of ['lab-page.js', 'data:application/octet-stream,x', URL.createObjectURL(new Blob(['x']))]) {
        Object.assign(document.createElement('a'), { href, download: 'x' }).click();
      }
    });
    const answers = await frame.evaluate(askForPermissions);
    expect(Object.values(answers).filter((answer) => answer === 'given' || answer === 'granted')).toEqual([]);
    const reach = await frame.evaluate(() => {
      try {
        return `read ${String(top?.document.title)}`;
      } catch (error) {
        return (error as Error).name;
      }
    });
    expect(reach).toBe('SecurityError');

    // By the time of this reply, all earlier attempts have been allowed or blocked.
    expect(await callConsole(page, 'console', 'state', {})).toMatchObject({ ok: true });
    expect([page.url(), frame.url()]).toEqual([home, address]);
    await expect(lab.isListening).toBeVisible();
    expect(openedAddresses).toEqual([]);
    expect(observed).toEqual([]);
  },
);
