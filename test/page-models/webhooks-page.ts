import type { Locator, Page } from '@playwright/test';
import { hmacSha256, newWebhookSecret } from '#service/webhooks/webhook-secrets.ts';
import { signatureHeaders } from '#shared/webhooks-api/signature.ts';

interface SignedWebhook {
  readonly headers: string;
  readonly body: string;
  readonly secret: string;
}

/** Returns a webhook signed now or at `at`. */
export function signedWebhook(at = new Date()): SignedWebhook {
  const secret = newWebhookSecret();
  const body = JSON.stringify({
    type: 'migration.status_updated',
    timestamp: '2026-11-20T13:29:31.402Z',
    data: {
      object: 'migration',
      id: '91b7e3f4-0c52-4d1b-9f6e-2a7c5be0b649',
      created: '2026-11-20T12:29:02.118Z',
      status: 'FAILED',
      created_by_user_id: 'ucetni@ostrava.example',
    },
    previous_status: 'WORKING',
    sequence: 4,
  });
  const message = { id: 'evt_2Vq8kTzN7cWm41RsD0pYhE', timestamp: Math.floor(at.getTime() / 1_000), body };
  const lines = Object.entries(signatureHeaders(hmacSha256, [secret], message));
  return { headers: lines.map(([name, value]) => `${name}: ${value}`).join('\n'), body, secret };
}

export class WebhooksPage {
  readonly page: Page;
  constructor(page: Page) {
    this.page = page;
  }
  async open(tab?: string): Promise<void> {
    await this.page.getByRole('navigation').getByRole('link', { name: 'Webhooks' }).click();
    await this.page.getByRole('heading', { name: 'Webhooks', level: 1 }).waitFor();
    if (tab !== undefined) await this.page.getByRole('tab', { name: tab }).click();
  }
  get deliveries(): Locator {
    return this.page.getByRole('table', { name: 'Deliveries' });
  }
  /** The endpoint row that contains this text. */
  endpoint(text: string): Locator {
    return this.page.getByRole('table', { name: 'Endpoints' }).getByRole('row').filter({ hasText: text });
  }
  /** Chooses an action from an endpoint's menu. */
  async chooseEndpointAction(endpoint: Locator, action: string): Promise<void> {
    await endpoint.getByRole('button', { name: /^Actions for/ }).click();
    await this.page.getByRole('menuitem', { name: action }).click();
  }
  field(name: string): Locator {
    return this.page.getByRole('form', { name: 'Received data' }).getByLabel(name, { exact: true });
  }
  get check(): Locator {
    return this.page.getByRole('button', { name: 'Check', exact: true });
  }
  get answer(): Locator {
    return this.page.getByRole('region', { name: 'Result' });
  }
  get verdict(): Locator {
    return this.answer.getByRole('heading', { level: 2 }).first();
  }
}

/** Pastes a webhook and checks it, optionally with a modified body. */
export async function checkWebhook(
  page: Page,
  { headers, body, secret }: SignedWebhook,
  change: (body: string) => string = (text) => text,
): Promise<void> {
  const webhooks = new WebhooksPage(page);
  await webhooks.field('Headers').fill(headers);
  await webhooks.field('Body').fill(change(body));
  await webhooks.field('Secret').fill(secret);
  await webhooks.check.click();
}
