import { davRequest, listPaths, makeCollection, putItem } from '#test/fixtures/providers/dav-requests.ts';
import type { ProviderServer } from '#test/fixtures/providers/provider-server.ts';
import { type CorpusCollection, corpus } from './corpus/corpus.ts';

/** An item as a server returns it. */
export interface StoredItem {
  readonly kind: CorpusCollection['kind'];
  readonly path: string;
  /** One character per byte (Latin-1): servers fold lines within multi-byte characters. */
  readonly content: string;
}

const concurrency = 4;

/** Runs a task for all items, with limited concurrency. */
const inBatches = async <Item, Result>(
  items: readonly Item[],
  task: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> => {
  const results: Result[] = [];
  for (let from = 0; from < items.length; from += concurrency)
    results.push(...(await Promise.all(items.slice(from, from + concurrency).map(task))));
  return results;
};

const readItem = async (server: ProviderServer, path: string): Promise<string> => {
  const response = await davRequest(server, 'ada', 'GET', path);
  if (!response.ok) throw new Error(`${server.name} answered ${response.status} to GET ${path}`);
  return Buffer.from(await response.arrayBuffer()).toString('latin1');
};

const readCollection = async (server: ProviderServer, place: string): Promise<readonly StoredItem[]> =>
  inBatches(await listPaths(server, 'ada', place), async (path) => ({
    kind: path.endsWith('.vcf') ? 'contacts' : 'events',
    path,
    content: await readItem(server, path),
  }));

export interface FilledSource {
  readonly items: readonly StoredItem[];
  /** Corpus items that this server rejected, as `file: status`. */
  readonly refused: readonly string[];
}

/** Stores the corpus in `ada`'s account and reads it back with the server's changes. */
export const fillSource = async (server: ProviderServer): Promise<FilledSource> => {
  const items: StoredItem[] = [];
  const refused: string[] = [];
  for (const { name, kind, items: wanted } of corpus()) {
    const place = await makeCollection(server, 'ada', kind, name);
    await inBatches(wanted, async ([file, content]) => {
      const put = () => putItem(server, 'ada', `${place}${encodeURIComponent(file)}`, content);
      const first = await put();
      // DAViCal answers 500 to a few of several simultaneous writes.
      const status = first === 500 ? await put() : first;
      if (status >= 300 || status === 207) refused.push(`${file}: ${status}`);
    });
    items.push(...(await readCollection(server, place)));
  }
  return { items, refused };
};

/** The collections that copies created in `ada`'s account. */
const copiedCollections = async (server: ProviderServer): Promise<readonly string[]> => {
  const { contacts, events } = server.paths('ada');
  // Some servers keep both kinds in one folder, so duplicates are removed.
  const homes = [...new Set([contacts, events])];
  const lists = await Promise.all(homes.map((home) => listPaths(server, 'ada', home)));
  // SOGo also lists each calendar as a file.
  return lists.flat().filter((place) => /\/ferry-[^/]+\/$/.test(place));
};

/** The items that copies wrote to `ada`'s account, by path. */
export const readCopied = async (server: ProviderServer): Promise<ReadonlyMap<string, StoredItem>> => {
  const found = new Map<string, StoredItem>();
  for (const place of await copiedCollections(server))
    for (const item of await readCollection(server, place)) found.set(item.path, item);
  return found;
};

/** Deletes the items that copies wrote to `ada`'s account. */
export const deleteCopied = async (server: ProviderServer): Promise<void> => {
  for (const place of await copiedCollections(server)) {
    const { ok, status } = await davRequest(server, 'ada', 'DELETE', place);
    if (!ok) throw new Error(`${server.name} answered ${status} to DELETE ${place}`);
  }
};
