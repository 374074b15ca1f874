import type { Locator, Page } from '@playwright/test';

export class RequestsPage {
  readonly page: Page;
  constructor(page: Page) {
    this.page = page;
  }
  async open(): Promise<void> {
    await this.page.getByRole('navigation').getByRole('link', { name: 'Requests' }).click();
  }
  get table(): Locator {
    return this.page.getByRole('table', { name: 'Requests' });
  }
  get rows(): Locator {
    return this.table.locator('tbody').getByRole('row');
  }
  rowOf(text: string): Locator {
    return this.rows.filter({ hasText: text });
  }
  /** Such as "12 calls, 1 failed, median 4 ms". */
  get summary(): Locator {
    return this.page.getByText(/^[\d,]+ calls?, [\d,]+ failed/);
  }
  get filter(): Locator {
    return this.page.getByRole('searchbox', { name: 'Filter by path, status or method' });
  }
  async choose(filter: 'All' | 'Failed' | 'POST' | 'GET'): Promise<void> {
    await this.page.getByRole('radiogroup', { name: 'Filter requests' }).getByText(filter).click();
  }
  get drawer(): Locator {
    return this.page.getByRole('complementary', { name: 'Request', exact: true });
  }
  tab(name: 'Details' | 'Timing' | 'Contract'): Locator {
    return this.drawer.getByRole('tab', { name });
  }
}
