import { plainPage } from './host-site.ts';
import { expect, test } from './sdk-test.ts';

const policy = (service: string, { connect = service, frame = service } = {}) =>
  `default-src 'none'; script-src ${service} 'unsafe-eval'; connect-src 'self' ${connect}; frame-src ${frame}; ` +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'";

test(
  'the documented policy is enough to open the modal without a violation',
  { tag: '@S20' },
  async ({ host, service, site }) => {
    const lines: string[] = [];
    host.page.on('console', (message) => lines.push(message.text()));
    site.serve(plainPage(service), { 'content-security-policy': policy(service.url) });
    await host.page.reload();
    expect(await host.start()).toBeNull();
    await expect(host.modal.getByRole('heading')).toBeVisible();
    await host.page.evaluate('Ferry.close()');
    expect(lines.filter((text) => /policy|violat/i.test(text))).toEqual([]);
  },
);

for (const part of ['connect', 'frame'] as const) {
  test(
    `a modal that the policy blocks gives an error that names the service missing in ${part}-src`,
    { tag: '@S5' },
    async ({ host, service, site }) => {
      site.serve(plainPage(service), { 'content-security-policy': policy(service.url, { [part]: "'self'" }) });
      await host.page.reload();
      expect(await host.start()).toMatchObject({ code: 'blocked', message: expect.stringContaining(service.url) });
      await expect(host.page.locator('dialog')).toContainText("This page's security settings block Ferry.");
      await expect(host.page.getByRole('button', { name: 'Try again' })).toHaveCount(0);
      await expect(host.page.locator('iframe').and(host.page.locator(':visible'))).toHaveCount(0);
    },
  );
}

test('a report-only policy blocks nothing', { tag: '@S5' }, async ({ host, service, site }) => {
  site.serve(plainPage(service), {
    'content-security-policy-report-only': policy(service.url, { connect: "'self'", frame: "'self'" }),
  });
  await host.page.reload();
  expect(await host.start()).toBeNull();
  await expect(host.modal.getByRole('heading')).toBeVisible();
});

test(
  'if the modal sends no message for 10 s, the page gets an error without the modal’s URL',
  { tag: '@S2' },
  async ({ host, site }) => {
    site.serveAt('/silent', '<h1>Silent</h1>');
    await host.fault('POST', 'migration-modal', { status: 200, body: { url: `${site.url}/silent` } });
    await host.page.clock.install();
    const loadedResponse = host.page.waitForResponse('**/silent');
    const started = host.start();
    await loadedResponse;
    await host.page.clock.runFor(10_000);
    const error = await started;
    expect(error).toMatchObject({
      code: 'page_timeout',
      message: expect.stringContaining(`No response from ${site.url}`),
    });
    expect(JSON.stringify(error)).not.toContain('/silent');
  },
);
