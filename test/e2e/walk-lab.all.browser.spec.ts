import type { Page } from '@playwright/test';
import { mustCall } from '#test/fixtures/console/call-console.ts';
import { expect, test } from '#test/fixtures/console/console-test.ts';
import type { OpenConsole } from '#test/fixtures/console/open-console.ts';
import { useService } from '#test/fixtures/console/service-profile.ts';
import { walkState } from '#test/fixtures/page/state-walk.ts';
import { openWebhookReceiver } from '#test/fixtures/service/webhook-receiver.ts';
import { ModalLabPage } from '#test/page-models/modal-lab-page.ts';
import { goTo } from '#test/page-models/reading-pages.ts';
import { SettingsPage } from '#test/page-models/settings-page.ts';
import { TablePage } from '#test/page-models/table-page.ts';
import { TokenLabPage } from '#test/page-models/token-lab-page.ts';
import { checkWebhook, signedWebhook, WebhooksPage } from '#test/page-models/webhooks-page.ts';
import { startFerryService } from '#test/sdk/ferry-service.ts';

test.use({ shared: true });

/** The states that the test walks through: each has a name and a function that opens it. */
type States = readonly (readonly [string, () => Promise<void>])[];

const walkPages = async (page: Page, states: States): Promise<void> => {
  for (const [name, open] of states) {
    await test.step(name, async () => {
      await open();
      await walkState(page, name);
    });
  }
};

/**
 * Walks through each dialog: it must take the focus, Esc must close it, and then an element of the page must have the
 * focus.
 */
const walkDialogs = async (page: Page, states: States): Promise<void> => {
  const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'));
  for (const [name, open] of states) {
    await test.step(name, async () => {
      await open();
      await dialog.first().waitFor();
      expect(await dialog.first().evaluate((each) => each.contains(document.activeElement)), name).toBe(true);
      await walkState(page, name, 'dialog');
      await page.keyboard.press('Escape');
      await expect(dialog, name).toHaveCount(0);
      await expect
        .poll(() => page.evaluate(() => document.activeElement !== document.body), {
          message: `${name} gives focus back`,
        })
        .toBe(true);
    });
  }
};

/** Stops everything that would add rows or log lines during the walk. */
async function atRest({ page }: OpenConsole): Promise<void> {
  await expect(new TablePage(page, 'Migrations').rows).toHaveCount(25);
  await mustCall(page, 'settings', 'change', { loadAllBySelf: false });
  await mustCall(page, 'requests', 'pause', { paused: true });
}

const press = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true }).click();

test(
  'link tokens and proofs work by keyboard, at 200 % and in forced colors',
  { tag: ['@C16', '@C21', '@W2'] },
  async ({ console: open }) => {
    const { page, pageErrors } = open;
    await atRest(open);
    const proofs = new TokenLabPage(page);
    await walkPages(page, [
      [
        'link token made',
        async () => {
          await goTo(page, '/link-tokens');
          await press(page, 'Create a link token');
          await page.getByText('Shown only once').waitFor();
        },
      ],
      [
        'proofs to run',
        async () => {
          await goTo(page, '/link-tokens?tab=token-lab');
          await proofs.runAll.waitFor();
        },
      ],
      [
        'proofs with evidence',
        async () => {
          await proofs.runAll.click();
          await expect(proofs.summary).toHaveText('10 passed');
          await proofs.proof('Only one of eight exchanges succeeds').getByRole('button').first().click();
          await expect(proofs.evidenceElement).toContainText('1 of 8 accepted');
        },
      ],
    ]);
    expect(pageErrors).toEqual([]);
  },
);

test(
  'the modal lab works by keyboard, at 200 % and in forced colors, before and after a flow',
  { tag: ['@C16', '@C21'] },
  async ({ console: open }) => {
    const { page, pageErrors } = open;
    await atRest(open);
    const lab = new ModalLabPage(open);
    await walkPages(page, [
      ['lab before a flow', () => lab.show()],
      [
        'lab after a flow',
        async () => {
          await lab.button('New token and open').click();
          await expect(lab.event('migration_modal').first()).toBeVisible();
          await lab.button('Close').click();
          await expect(lab.button('New token and open')).toBeVisible();
        },
      ],
    ]);
    for (const part of ['Page', 'Events']) {
      await page.setViewportSize({ width: 640, height: 400 });
      await page.getByRole('radio', { name: part }).check({ force: true });
      await walkState(page, `lab, ${part} alone`);
    }
    await page.setViewportSize({ width: 900, height: 700 });
    await expect(page.getByRole('radio', { name: 'Events' })).toBeVisible();
    await expect(page.getByRole('radio', { name: 'Page' })).toBeHidden();
    expect(pageErrors).toEqual([]);
  },
);

test(
  'webhooks and their dialogs work by keyboard, at 200 % and in forced colors',
  { tag: ['@C21', '@W10', '@W12', '@W13'] },
  async ({ console: open }) => {
    const { page, pageErrors } = open;
    await atRest(open);
    const receiver = await openWebhookReceiver();
    const webhooks = new WebhooksPage(page);
    const endpoint = webhooks.endpoint('My backend');
    const secret = page.getByRole('dialog', { name: 'Save this secret now' });
    const { rows } = await mustCall<{ rows: { value: { id: string; status: string } }[] }>(page, 'migrations', 'list', {
      page: 1,
      pageSize: 100,
    });
    const id = rows.find(({ value }) => value.status === 'WORKING')?.value.id;
    try {
      await walkPages(page, [
        ['listener off', () => webhooks.open('Listen')],
        [
          'listener with events',
          async () => {
            await page.getByLabel('Forward to').fill(receiver.url());
            await page.getByRole('button', { name: 'Listen', exact: true }).click();
            await expect(page.getByRole('form', { name: 'Listener' }).getByRole('status')).toHaveText('Listening');
            await mustCall(page, 'sandbox', 'moveMigration', { id, status: 'PENDING_USER_INPUT' });
            const events = page.getByRole('list', { name: 'Events' }).getByRole('button');
            await expect(events.first()).toContainText('204');
            await events.first().click();
            await page.getByRole('complementary', { name: 'Event' }).waitFor();
          },
        ],
        [
          'invalid signature',
          async () => {
            await webhooks.open('Check a signature');
            await checkWebhook(page, signedWebhook(), (body) => JSON.stringify(JSON.parse(body), null, 2));
            await expect(webhooks.verdict).toHaveText('Wrong: the body was serialized again');
          },
        ],
        ['code', () => webhooks.open('Code')],
        [
          'no endpoint',
          async () => {
            await webhooks.open('Endpoints');
            await page.getByRole('heading', { name: 'No endpoints yet' }).waitFor();
          },
        ],
      ]);
      const form = page.getByRole('dialog', { name: 'Add an endpoint' });
      await walkDialogs(page, [
        [
          'rejected endpoint',
          async () => {
            await page.getByRole('button', { name: 'Add endpoint' }).click();
            await form.getByLabel('URL').fill('http://10.0.0.1/');
            await form.getByText('Selected statuses', { exact: true }).click();
            await form.getByRole('button', { name: 'Add endpoint' }).click();
            await expect(form.getByRole('alert').first()).toBeVisible();
          },
        ],
      ]);
      await page.getByRole('button', { name: 'Add endpoint' }).click();
      await form.getByLabel('URL').fill(receiver.url());
      await form.getByLabel('Description').fill('My backend');
      await form.getByRole('button', { name: 'Add endpoint' }).click();
      await secret.waitFor();
      // Leaving the page warns that the secret would be lost.
      await goTo(page, '/overview');
      await expect(secret.getByRole('alert')).toHaveText(
        "Save the secret first. You can't see it again after you leave this page.",
      );
      await walkState(page, 'secret shown once, and held', 'dialog');
      await page.keyboard.press('Escape');
      await secret.getByRole('button', { name: "I've saved it" }).click();
      await expect(secret).toBeHidden();
      await walkPages(page, [['one endpoint', () => endpoint.waitFor()]]);
      await walkDialogs(page, [
        ['edit endpoint', () => webhooks.chooseEndpointAction(endpoint, 'Edit…')],
        ['rotate secret', () => webhooks.chooseEndpointAction(endpoint, 'Rotate secret…')],
        ['replay failed', () => webhooks.chooseEndpointAction(endpoint, 'Replay failed…')],
        ['remove endpoint', () => webhooks.chooseEndpointAction(endpoint, 'Remove…')],
      ]);
      expect(pageErrors).toEqual([]);
    } finally {
      await receiver.kill();
    }
  },
);

test(
  'confirmations and read-only pages work by keyboard, at 200 % and in forced colors',
  { tag: ['@C12', '@C21', '@C52'] },
  async ({ console: open }) => {
    const { page, pageErrors } = open;
    await atRest(open);
    const settings = new SettingsPage(page);
    await walkDialogs(page, [
      [
        'reset the data',
        async () => {
          await goTo(page, '/sandbox');
          await press(page, 'Reset data');
        },
      ],
      [
        'erase the timeline',
        async () => {
          await goTo(page, '/settings?section=data');
          await press(page, 'Erase the timeline');
        },
      ],
    ]);
    const service = await startFerryService();
    try {
      const id = await useService(page, service, 'production');
      const proofs = new TokenLabPage(page);
      const lab = new ModalLabPage(open);
      const webhooks = new WebhooksPage(page);
      await walkDialogs(page, [
        [
          'link token in production',
          async () => {
            await goTo(page, '/link-tokens');
            await press(page, 'Create a link token');
          },
        ],
        [
          'proof in production',
          async () => {
            await proofs.open();
            await proofs.proof('A token works once').getByRole('button', { name: 'Run', exact: true }).click();
          },
        ],
        [
          'modal in production',
          async () => {
            await lab.show();
            await lab.button('New token and open').click();
          },
        ],
        [
          'endpoint in production',
          async () => {
            await webhooks.open('Endpoints');
            await page.getByRole('button', { name: 'Add endpoint' }).click();
          },
        ],
        [
          'remove the key',
          async () => {
            await settings.open();
            await settings.show('Profile and key');
            await settings.keyCard.getByRole('button', { name: 'Remove key' }).click();
          },
        ],
        ['remove the profile', () => page.getByRole('button', { name: 'Remove profile' }).click()],
      ]);
      await mustCall(page, 'profiles', 'edit', { id, changes: { readOnly: true } });
      await page.getByText('Read-only').first().waitFor();
      const refused = (name: string) => page.getByRole('button', { name, exact: true, disabled: true });
      await walkPages(page, [
        [
          'no link token, read-only',
          async () => {
            await goTo(page, '/link-tokens');
            await refused('Create a link token').waitFor();
          },
        ],
        [
          'no proof, read-only',
          async () => {
            await proofs.open();
            await refused('Run all').waitFor();
          },
        ],
        [
          'no modal, read-only',
          async () => {
            await lab.show();
            await refused('New token and open').waitFor();
          },
        ],
        [
          'no endpoint, read-only',
          async () => {
            await webhooks.open('Endpoints');
            await refused('Add endpoint').first().waitFor();
          },
        ],
      ]);
      await walkDialogs(page, [
        [
          'link of another profile',
          async () => {
            await mustCall(page, 'profiles', 'switch', { id: 'sandbox' });
            const whose = `profile=Brightwater&service=${encodeURIComponent(service.url)}&environment=production`;
            await goTo(page, `/link?to=${encodeURIComponent(`ferry://migrations?status=FAILED&${whose}`)}`);
          },
        ],
      ]);
      // Ignores refused connections: a profile switch stops the lab's server while the lab's page is loading.
      expect(pageErrors.filter((error) => !error.includes('ERR_CONNECTION_REFUSED'))).toEqual([]);
    } finally {
      await service.stop();
    }
  },
);
