import type { Locator, Page } from '@playwright/test';

/** The Welcome page: the link to the Sandbox and the form that connects an organization. */
export class WelcomePage {
  readonly page: Page;
  constructor(page: Page) {
    this.page = page;
  }
  /** Opens the page from the first-start banner. */
  async open(): Promise<void> {
    await this.page.getByRole('button', { name: 'Connect your organization' }).click();
    await this.page.getByRole('heading', { name: 'Welcome to Ferry Console' }).waitFor();
  }
  get openSandbox(): Locator {
    return this.page.getByRole('button', { name: 'Open the Sandbox' });
  }
  get baseAddress(): Locator {
    return this.page.getByLabel('Base URL');
  }
  get profileName(): Locator {
    return this.page.getByRole('textbox', { name: 'Name' });
  }
  get key(): Locator {
    return this.page.getByLabel('API key');
  }
  get connect(): Locator {
    return this.page.getByRole('button', { name: 'Connect', exact: true });
  }
  get keepForSession(): Locator {
    return this.page.getByRole('button', { name: 'Keep for this session' });
  }
}
