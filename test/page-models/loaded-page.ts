import { expect, type Locator, type Page } from '@playwright/test';
import { mustCall } from '#test/fixtures/console/call-console.ts';

/** The view of all loaded rows of Migrations or Companies. */
export class LoadedPage {
  readonly page: Page;
  readonly name: 'Migrations' | 'Companies';
  constructor(page: Page, name: 'Migrations' | 'Companies') {
    this.page = page;
    this.name = name;
  }
  get table(): Locator {
    return this.page.getByRole('table', { name: this.name });
  }
  /** The drawn rows. Rows out of view are not in the document. */
  get rows(): Locator {
    return this.table.locator('tr[data-index]');
  }
  row(index: number): Locator {
    return this.table.locator(`tr[data-index="${index}"]`);
  }
  head(name: string): Locator {
    return this.table.getByRole('columnheader', { name });
  }
  get foot(): Locator {
    return this.page.getByRole('contentinfo', { name: 'Loaded rows' }).or(this.page.locator('.loaded-foot'));
  }
  /** Such as "Rows 1–17 of 250". */
  count(of: number): Locator {
    return this.foot.getByText(new RegExp(`of ${of.toLocaleString('en-US')}$`)).first();
  }
  /** Switches from pages to all loaded rows. */
  async show(button: RegExp): Promise<void> {
    await this.page.getByRole('button', { name: button }).click();
    await expect(this.page.getByRole('button', { name: 'Show pages' }).first()).toBeVisible();
  }
  /** Waits until the console has loaded all rows automatically and the page shows no progress. */
  async untilComplete(): Promise<void> {
    const resource = this.name.toLowerCase();
    const phase = async () => (await mustCall<{ phase: string }>(this.page, 'loaded', 'state', { resource })).phase;
    await expect.poll(phase).toBe('complete');
    // The page learns that the load has ended only after the call has returned.
    await expect(this.page.getByRole('region', { name: 'Loading all' })).toBeHidden();
  }
}
