/** @internal One page, and a function that reads the next page. */
export interface ReadPage<Page> {
  readonly page: Page;
  readonly next: (() => Promise<ReadPage<Page>>) | undefined;
}

/**
 * A list. `await` reads one page; `for await` reads every item, page by page.
 *
 * @example
 * for await (const migration of ferry.migrations.list({ status: ['FAILED'] })) console.log(migration.id);
 */
export class PagedList<Page extends { readonly results: readonly unknown[] }>
  implements PromiseLike<Page>, AsyncIterable<Page['results'][number]>
{
  readonly #read: (isLoop: boolean) => Promise<ReadPage<Page>>;

  /** @internal */
  constructor(read: (isLoop: boolean) => Promise<ReadPage<Page>>) {
    this.#read = read;
  }

  // oxlint-disable-next-line unicorn/no-thenable -- `await list` reads one page
  then<Value = Page, Other = never>(
    onPage?: ((page: Page) => Value | PromiseLike<Value>) | null,
    onError?: ((reason: unknown) => Other | PromiseLike<Other>) | null,
  ): Promise<Value | Other> {
    return this.#read(false)
      .then(({ page }) => page)
      .then(onPage, onError);
  }

  /** Reads every page. Use it to save the cursor of each page. */
  async *pages(): AsyncGenerator<Page, void> {
    let found: ReadPage<Page> | undefined = await this.#read(true);
    while (found) {
      yield found.page;
      found = await found.next?.();
    }
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Page['results'][number], void> {
    for await (const { results } of this.pages()) yield* results as readonly Page['results'][number][];
  }
}
