import { findingsHere } from '#test/fixtures/page/axe.ts';
import { logIn } from './modal-steps.ts';
import { expect, test } from './sdk-test.ts';

const tag = ['@S27'];

test(
  'a hosted link opens the modal as a page, and closing it returns to the app',
  { tag },
  async ({ page, service }) => {
    const returnUrl = 'https://app.aurora.example/moved';
    await page.route(returnUrl, (route) => route.fulfill({ contentType: 'text/html', body: '<title>Moved</title>' }));
    const { body } = await service.call('POST', '/hosted-links/v1', {
      user_id: 'ada@aurora.example',
      return_url: returnUrl,
    });
    const { url, id } = body as { url: string; id: string };
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    const messages: string[] = [];
    page.on('console', (message) => messages.push(message.text()));
    await page.goto(url);
    const heading = page.getByRole('heading', { level: 1 });
    await expect(heading).toHaveText('Where is your data now?');
    expect(requests.filter((one) => one.includes(new URL(url).hash.slice(1)))).toEqual([]);
    await page.getByRole('button', { name: 'Not listed?' }).click();
    await expect(page.getByRole('button', { name: /^Back to / })).toBeVisible();
    await page.getByRole('button', { name: 'Back', exact: true }).click();
    await page.getByRole('button', { name: /Ledgerline/ }).click();
    await logIn(page, 'good@aurora.example');
    await expect(page.getByRole('button', { name: 'Start' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog').getByRole('button')).toHaveText(['Leave page', 'Stay here']);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Start' }).click();
    await expect(heading).toHaveText('Copying your data');
    await page.keyboard.press('Escape');
    const question = page.getByRole('dialog', { name: 'Leave this page?' });
    await expect(question.getByRole('button')).toHaveText(['Leave and keep copying', 'Stay here']);
    await question.getByRole('button', { name: 'Stay here' }).click();

    // On another device.
    const phone = await page
      .context()
      .browser()
      ?.newContext({ viewport: { width: 360, height: 640 } });
    const phonePage = await phone?.newPage();
    if (phonePage === undefined) throw new Error('The browser opened no page.');
    await phonePage.goto(url);
    const phoneHeading = phonePage.getByRole('heading', { level: 1 });
    await expect(phoneHeading).toHaveText('Copying your data');
    await service.call('POST', '/control/clock', { advance_seconds: 9 });
    await expect(phoneHeading).toHaveText('All done');
    await phone?.close();

    await page.getByRole('button', { name: /^Back to / }).click();
    await expect(page).toHaveTitle('Moved');
    await page.goto(url);
    await expect(heading).toHaveText('All done');
    expect((await service.call('DELETE', `/hosted-links/v1/${id}`)).body).toMatchObject({ status: 'revoked' });
    await page.goto(url);
    await page.reload();
    await expect(heading).toHaveText("This link doesn't work anymore");
    expect(await findingsHere(page)).toEqual([]);
    // A browser logs each error status of a page or a call.
    expect(messages.filter((text) => !/status of 4(04|10)/.test(text))).toEqual([]);
  },
);

test('without a connection, the page of a hosted link retries automatically', { tag }, async ({ page, service }) => {
  const { body } = await service.call('POST', '/hosted-links/v1', { user_id: 'bob@aurora.example', locale: 'de' });
  await page.route('**/start/session', (route) => route.abort(), { times: 1 });
  await page.goto((body as { url: string }).url);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Wo liegen Ihre Daten jetzt?');
});

test("a link that doesn't work says so, and another link in the same tab opens", { tag }, async ({ page, service }) => {
  const { body } = await service.call('POST', '/hosted-links/v1', { user_id: 'eva@aurora.example' });
  const { url } = body as { url: string };
  const heading = page.getByRole('heading', { level: 1 });
  // The service refuses the first as too long, and doesn't know the second.
  for (const secret of ['x'.repeat(101), 'unknown']) {
    await page.goto(url.replace(/#.*/, `#${secret}`));
    await expect(heading).toHaveText("This link doesn't work anymore");
  }
  await page.goto(url);
  await expect(heading).toHaveText('Where is your data now?');
});
