import { expect, type Locator, type Page } from '@playwright/test';
import { completeRows } from './complete-rows.ts';

/** The parts that the Migrations and Companies pages share: a named table and its pager. */
export class TablePage {
  readonly page: Page;
  readonly name: 'Migrations' | 'Companies';
  constructor(page: Page, name: 'Migrations' | 'Companies') {
    this.page = page;
    this.name = name;
  }
  get table(): Locator {
    return this.page.getByRole('table', { name: this.name });
  }
  /** Data rows, without the header. */
  get rows(): Locator {
    return this.table.locator('tbody').getByRole('row');
  }
  /** The details of the open row, next to or over the list. */
  get drawer(): Locator {
    const named = { name: 'Migration', exact: true };
    return this.page.getByRole('complementary', named).or(this.page.getByRole('dialog', named));
  }
  get nextPage(): Locator {
    return this.page.getByRole('button', { name: 'Next page' });
  }
  get previousPage(): Locator {
    return this.page.getByRole('button', { name: 'Previous page' });
  }
  get firstPage(): Locator {
    return this.page.getByRole('button', { name: 'First page' });
  }
  get lastPage(): Locator {
    return this.page.getByRole('button', { name: 'Last page' });
  }
  get rowsPerPage(): Locator {
    return this.page.getByRole('combobox', { name: 'Rows per page' });
  }
  get pageBox(): Locator {
    return this.page
      .getByRole('textbox', { name: 'Page', exact: true })
      .or(this.page.getByRole('spinbutton', { name: 'Page', exact: true }));
  }
  /** Waits for all rows that the label counts, and returns their ids in order. */
  async ids(label?: string): Promise<string[]> {
    return (await completeRows(this.page, this.name, label)).map(({ id }) => id);
  }
  /** Waits for all rows that the label counts, and returns one column's texts in order. */
  async cells(head: string): Promise<string[]> {
    const rows = await completeRows(this.page, this.name);
    return rows.map(({ cells }) => cells[head] ?? '');
  }
  async open(): Promise<void> {
    await this.page.getByRole('navigation').getByRole('link', { name: this.name }).click();
    // Until the new page shows, its controls are those of the previous page.
    await expect(this.page.getByRole('heading', { name: this.name, level: 1 })).toBeVisible();
  }
  /** The pager label with this text, such as "Rows 1–25 of 250". */
  range(text: string): Locator {
    return this.page.getByText(text, { exact: true });
  }
  async chooseRowsPerPage(size: number): Promise<void> {
    await this.rowsPerPage.selectOption(String(size));
  }
}
