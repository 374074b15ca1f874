import type { Locator, Page } from '@playwright/test';
import type { OpenConsole } from '#test/fixtures/console/open-console.ts';

/**
 * Counts a user's steps in a console or dashboard. A test about steps must use only these actions. A click is one step,
 * and so is a shortcut with modifier keys. Typing counts no step.
 */
export class CountedHands {
  readonly #open: Pick<OpenConsole, 'page' | 'electron'>;
  #keys = 0;
  #clicks = 0;
  constructor(open: Pick<OpenConsole, 'page' | 'electron'>) {
    this.#open = open;
  }
  get #page(): Page {
    return this.#open.page;
  }
  get keys(): number {
    return this.#keys;
  }
  get clicks(): number {
    return this.#clicks;
  }
  get steps(): number {
    return this.#keys + this.#clicks;
  }
  async press(key: string): Promise<void> {
    this.#keys += 1;
    await this.#page.keyboard.press(key);
  }
  async click(target: Locator): Promise<void> {
    this.#clicks += 1;
    await target.click();
  }
  /** Focuses a field. Counts as a click, but opens no system list over the page. */
  async focus(target: Locator): Promise<void> {
    this.#clicks += 1;
    await target.focus();
  }
  async type(words: string): Promise<void> {
    await this.#page.keyboard.type(words);
  }
  /** Pastes text that another program has copied. */
  async paste(text: string): Promise<void> {
    const { electron, page } = this.#open;
    if (electron) await electron.evaluate(({ clipboard }, copied) => clipboard.writeText(copied), text);
    else {
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
    }
    await this.press('ControlOrMeta+v');
  }
}
