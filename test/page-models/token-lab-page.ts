import type { Locator, Page } from '@playwright/test';

/** The Token lab tab of the Link tokens page. */
export class TokenLabPage {
  readonly page: Page;
  constructor(page: Page) {
    this.page = page;
  }
  async open(): Promise<void> {
    await this.page.getByRole('navigation').getByRole('link', { name: 'Link tokens' }).click();
    await this.page.getByRole('tab', { name: 'Token lab' }).click();
  }
  get runAll(): Locator {
    return this.page.getByRole('button', { name: 'Run all' });
  }
  get summary(): Locator {
    return this.page.getByRole('region', { name: 'Proofs' }).getByRole('status');
  }
  proof(title: string): Locator {
    return this.page.getByRole('region', { name: 'Proofs' }).getByRole('listitem').filter({ hasText: title });
  }
  get evidenceElement(): Locator {
    return this.page.getByRole('region', { name: 'Evidence' });
  }
}
