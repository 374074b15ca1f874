import { expect, type FrameLocator, type Locator, type Page } from '@playwright/test';
import type { OpenConsole } from '#test/fixtures/console/open-console.ts';

/** The Modal lab page, and in its frame the lab's own page with the modal, in both hosts. */
export class ModalLabPage {
  readonly page: Page;
  private readonly open: OpenConsole;
  constructor(open: OpenConsole) {
    this.open = open;
    this.page = open.page;
  }
  /** Opens the page and waits for the lab's first report. */
  async show(): Promise<void> {
    await this.page.getByRole('link', { name: 'Modal lab' }).click();
    await this.isListening.waitFor();
    // Phone size is unscaled: Playwright clicks miss in a scaled frame.
    const phone = this.device('Phone');
    const ownTab = this.page.getByText('Separate tab', { exact: true });
    await phone.or(ownTab).waitFor();
    if (await phone.isVisible()) await phone.click();
    // The previous "ready" text may still be visible when the page is reopened, so this also waits for the guest.
    if (this.open.electron) await expect.poll(() => this.guests().length).toBeGreaterThan(0);
  }
  /** Opens another page of the console with the sidebar and waits for it; the lab's own page keeps running. */
  async openTab(name: string): Promise<void> {
    const { page } = this;
    await page.getByRole('navigation').getByRole('link', { name, exact: false }).first().click();
    await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
  }
  device(name: 'Desktop' | 'Phone'): Locator {
    return this.page.getByRole('radiogroup', { name: 'Preview size' }).getByText(name);
  }
  private guests(): Page[] {
    return this.open.electron?.windows().filter((each) => each.url().includes('/lab/')) ?? [];
  }
  get isListening(): Locator {
    return this.page.getByText('Listening for events');
  }
  get userId(): Locator {
    return this.page.getByLabel('User ID');
  }
  button(name: string): Locator {
    return this.page.getByRole('main').getByRole('button', { name, exact: true });
  }
  get events(): Locator {
    return this.page.getByRole('log', { name: 'Events' });
  }
  event(name: string): Locator {
    return this.events.getByRole('listitem').filter({ hasText: name });
  }
  get requests(): Locator {
    return this.page.getByRole('region', { name: /^Requests of this flow/ }).locator('tbody tr');
  }
  get flow(): Locator {
    return this.page.getByRole('region', { name: 'Flow', exact: true });
  }
  get problem(): Locator {
    return this.page.getByRole('region', { name: 'Lab preview' });
  }
  /** The lab's own page: a webview guest in Electron, a frame in the browser. */
  get guest(): Page | FrameLocator {
    if (!this.open.electron) return this.page.frameLocator('iframe[title="Modal lab page"]');
    const guest = this.guests().at(-1);
    if (!guest) throw new Error('There is no guest.');
    return guest;
  }
  get modal(): FrameLocator {
    return this.guest.frameLocator('iframe[title="Move your data"]');
  }
  /** The URL of the lab's own page, including its secret. */
  address(): Promise<string> {
    return this.inGuest(() => location.href);
  }
  /** Runs code in the lab's own page. */
  async inGuest<Result>(code: () => Result | Promise<Result>): Promise<Result> {
    if (this.open.electron) return (this.guest as Page).evaluate(code);
    const frame = this.page.frames().find((each) => each.url().includes('/lab/'));
    if (!frame) throw new Error('There is no frame.');
    return frame.evaluate(code);
  }
  /** Kills the process of the lab's own page. Electron only. */
  async crashGuest(): Promise<void> {
    await this.open.electron?.evaluate(({ webContents }) => {
      const guest = webContents.getAllWebContents().find((webContent) => webContent.getType() === 'webview');
      guest?.forcefullyCrashRenderer();
    });
  }
  /** Chooses the first provider, logs in as a practice user, and consents to the copy if that step appears. */
  async logIn(user: string): Promise<void> {
    const { modal } = this;
    const choose = modal.getByRole('button', { name: /Ledgerline/ });
    await choose.click();
    const email = modal.getByLabel('Email');
    // In an Electron guest, a field accepts text only after a click.
    await email.click();
    await email.fill(`${user}@aurora.example`);
    await modal.getByLabel('Password', { exact: true }).fill('secret');
    await modal.getByRole('button', { name: 'Log in' }).click();
    if (user !== 'abandons') await modal.getByRole('button', { name: 'Start' }).click();
  }
}
