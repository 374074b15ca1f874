import type { Locator, Page } from '@playwright/test';
import type { OpenConsole } from '#test/fixtures/console/open-console.ts';

/**
 * What a person does to a console or a dashboard, counted: a test about steps has no other way to the page. Words that are typed are no
 * steps; a key with its modifiers is one, and so is a click.
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
  /** What a click on a field does, where the list of the system would open over the page. */
  async focus(target: Locator): Promise<void> {
    this.#clicks += 1;
    await target.focus();
  }
  async type(words: string): Promise<void> {
    await this.#page.keyboard.type(words);
  }
  /** Pastes what another program has copied. */
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
