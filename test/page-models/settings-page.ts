import type { Locator, Page } from '@playwright/test';

export class SettingsPage {
  readonly page: Page;
  constructor(page: Page) {
    this.page = page;
  }
  async open(): Promise<void> {
    await this.page.getByRole('navigation').getByRole('link', { name: 'Settings' }).click();
  }
  async show(part: string): Promise<void> {
    await this.page.getByRole('navigation', { name: 'Settings sections' }).getByRole('link', { name: part }).click();
  }
  get addProfile(): Locator {
    return this.page.getByRole('button', { name: 'Add profile' }).first();
  }
  get form(): Locator {
    return this.page.getByRole('form', { name: /^(New profile|Profile)$/ });
  }
  get name(): Locator {
    return this.form.getByLabel('Name');
  }
  get baseAddress(): Locator {
    return this.form.getByLabel('Base URL');
  }
  environment(name: 'Production' | 'Test' | 'Sandbox'): Locator {
    return this.form.getByRole('radiogroup', { name: 'Environment' }).getByText(name);
  }
  get save(): Locator {
    return this.form.getByRole('button', { name: /^(Save changes|Add profile)$/ });
  }
  get testConnection(): Locator {
    return this.form.getByRole('button', { name: 'Test connection' });
  }
  get keyCard(): Locator {
    return this.page.getByRole('region', { name: 'API key' });
  }
  get key(): Locator {
    return this.keyCard.getByLabel(/^(New )?API key$/).and(this.page.locator('input'));
  }
  async addNew(name: string, address: string, environment: 'Production' | 'Test' = 'Test'): Promise<void> {
    await this.addProfile.click();
    await this.name.fill(name);
    await this.baseAddress.fill(address);
    await this.environment(environment).click();
    await this.save.click();
  }
}
