import type { Locator, Page } from '@playwright/test';

/** The Sandbox page, and the banner on every page that lists the Sandbox's changed settings. */
export class SandboxPage {
  readonly page: Page;
  constructor(page: Page) {
    this.page = page;
  }
  async open(): Promise<void> {
    await this.page.getByRole('navigation').getByRole('link', { name: 'Sandbox', exact: true }).click();
  }
  card(name: 'Connect your app' | 'Next modals' | 'Faults' | 'Clock' | 'Change a status' | 'Data' | 'Brand'): Locator {
    return this.page.getByRole('region', { name, exact: true });
  }
  get faults(): Locator {
    return this.page.getByRole('list', { name: 'Active faults' }).getByRole('listitem');
  }
  get strip(): Locator {
    return this.page.getByRole('region', { name: 'Changed in the Sandbox' });
  }
  async addPresetFault(name: string): Promise<void> {
    await this.card('Faults').getByRole('button', { name }).click();
  }
}
