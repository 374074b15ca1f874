import type { Page } from '@playwright/test';
import { expect, test } from '#test/fixtures/console/console-test.ts';
import { WebhooksPage } from '#test/page-models/webhooks-page.ts';

/** Holds the replies to a call until they are released. */
const holdReplies = async (page: Page, call: string): Promise<{ request: Promise<unknown>; letGo: () => void }> => {
  let release = (): void => undefined;
  const pending = new Promise<void>((resolve) => (release = resolve));
  let notify = (): void => undefined;
  const request = new Promise<void>((resolve) => (notify = resolve));
  await page.route(`**/calls/${call}`, async (route) => {
    const response = await route.fetch();
    notify();
    await pending;
    await route.fulfill({ response });
  });
  return { request, letGo: release };
};

test(
  'the secret of an endpoint stays visible until the user confirms, whatever else happens',
  { tag: '@W12' },
  async ({ console: { page, pageErrors } }) => {
    const webhooks = new WebhooksPage(page);
    await webhooks.open('Endpoints');
    const added = await holdReplies(page, 'webhooks/addEndpoint');
    await page.getByRole('button', { name: 'Add endpoint' }).click();
    const form = page.getByRole('dialog', { name: 'Add an endpoint' });
    await form.getByLabel('URL').fill('http://127.0.0.1:9/hook');
    await form.getByRole('button', { name: 'Add endpoint' }).click();
    await added.request;
    // The service has created the endpoint, but the page has not received the secret yet.
    await page.keyboard.press('Escape');
    await page.goBack();
    await expect(form).toBeVisible();
    added.letGo();
    const secret = page.getByRole('dialog', { name: 'Save this secret now' });
    await expect(secret).toContainText('whsec_');
    await page.keyboard.press('ControlOrMeta+k');
    await page.goBack();
    await expect(secret.getByRole('alert')).toHaveText(
      "Save the secret first. You can't see it again after you leave this page.",
    );
    await expect(page.getByRole('dialog')).toHaveCount(1);
    await secret.getByRole('button', { name: "I've saved it" }).click();
    await expect(secret).toBeHidden();

    const replayed = await holdReplies(page, 'webhooks/replayFailed');
    const row = webhooks.endpoint('127.0.0.1:9');
    await webhooks.chooseEndpointAction(row, 'Replay failed');
    const replay = page.getByRole('alertdialog', { name: 'Replay failed deliveries?' });
    await replay.getByRole('button', { name: 'Replay', exact: true }).click();
    await replayed.request;
    await replay.getByRole('button', { name: 'Cancel' }).click();
    await webhooks.chooseEndpointAction(row, 'Rotate secret');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Rotate', exact: true }).click();
    await expect(secret).toContainText('whsec_');
    const endedResponse = page.waitForResponse('**/calls/webhooks/replayFailed');
    const readAgain = page.waitForRequest('**/calls/webhooks/endpoints');
    replayed.letGo();
    await endedResponse;
    await readAgain;
    await expect(secret).toContainText('whsec_');
    await secret.getByRole('button', { name: "I've saved it" }).click();
    await expect(secret).toBeHidden();
    expect(pageErrors).toEqual([]);
  },
);
