import { expect, type Locator, type Page } from '@playwright/test';

export class Palette {
  readonly page: Page;
  constructor(page: Page) {
    this.page = page;
  }
  async open(): Promise<void> {
    await this.page.keyboard.press('ControlOrMeta+k');
    await expect(this.field).toBeFocused();
  }
  get dialog(): Locator {
    return this.page.getByRole('dialog', { name: 'Go to' });
  }
  get field(): Locator {
    return this.dialog.getByLabel('User, company, page, action or ID');
  }
  entry(name: string | RegExp): Locator {
    return this.dialog.getByRole('option', { name });
  }
  group(name: string): Locator {
    return this.dialog.getByRole('group', { name });
  }
}
