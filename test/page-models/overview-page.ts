import type { Locator, Page } from '@playwright/test';

export class OverviewPage {
  readonly page: Page;
  constructor(page: Page) {
    this.page = page;
  }
  get whole(): Locator {
    return this.page.getByRole('region', { name: 'Overview', exact: true });
  }
  /** The line that names the counted rows: "All 250 migrations, loaded at 14:18". */
  get source(): Locator {
    return this.whole.locator('.overview-source');
  }
  get statuses(): Locator {
    return this.whole.getByRole('table', { name: 'Migrations by status' });
  }
  get barParts(): Locator {
    return this.whole.locator('.status-bar > .chart');
  }
  get providers(): Locator {
    return this.whole.getByRole('region', { name: 'By provider' });
  }
  get problems(): Locator {
    return this.whole.getByRole('region', { name: 'Needs attention' });
  }
  async open(): Promise<void> {
    await this.page.getByRole('navigation').getByRole('link', { name: 'Overview' }).click();
  }
  /** Returns the table's migration counts by status name. */
  async counts(): Promise<Map<string, number>> {
    const lines = await this.statuses
      .locator('tbody tr')
      .evaluateAll((rows) =>
        rows.map((row) => [row.querySelector('th')?.textContent ?? '', row.querySelector('td')?.textContent ?? '']),
      );
    return new Map(lines.map(([name = '', count = '']) => [name.trim(), Number(count.replaceAll(',', ''))]));
  }
}
