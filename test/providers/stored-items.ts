import { davRequest, listPaths, makeCollection, putItem } from '#test/fixtures/providers/dav-requests.ts';
import type { ProviderServer } from '#test/fixtures/providers/provider-server.ts';
import { type CorpusCollection, corpus } from './corpus/corpus.ts';

/** An item as a server returns it. */
export interface StoredItem {
  readonly kind: CorpusCollection['kind'];
  readonly path: string;
  /** Each character stands for one byte: servers fold lines within characters. */
  readonly content: string;
}

const concurrency = 4;

/** Runs a task for all items, a few at a time. */
const inBatches = async <Item, Result>(
  items: readonly Item[],
  task: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> => {
  const results: Result[] = [];
  for (let from = 0; from < items.length; from += concurrency)
    results.push(...(await Promise.all(items.slice(from, from + concurrency).map(task))));
  return results;
};

/** SOGo sometimes closes the connection within the response for a card with a large photo. */
const maxTries = 5;

const readItem = async (server: ProviderServer, path: string, tries = 1): Promise<string> => {
  try {
    const response = await davRequest(server, 'ada', 'GET', path);
    if (!response.ok) throw new Error(`${server.name} answered ${response.status} to GET ${path}`);
    return Buffer.from(await response.arrayBuffer()).toString('latin1');
  } catch (error) {
    if (error instanceof TypeError && tries < maxTries) return readItem(server, path, tries + 1);
    throw error;
  }
};

/** The items of one collection. */
const readCollection = async (
  server: ProviderServer,
  kind: StoredItem['kind'],
  place: string,
): Promise<readonly StoredItem[]> =>
  inBatches(await listPaths(server, 'ada', place), async (path) => ({
    kind,
    path,
    content: await readItem(server, path),
  }));

export interface FilledSource {
  readonly items: readonly StoredItem[];
  /** What the source itself does not store: other servers accept it. */
  readonly refused: readonly string[];
}

/** Stores the corpus in the account of `ada`, and reads it back as the source changed it. */
export const fillSource = async (server: ProviderServer): Promise<FilledSource> => {
  const items: StoredItem[] = [];
  const refused: string[] = [];
  for (const { name, kind, items: wanted } of corpus()) {
    const place = await makeCollection(server, 'ada', kind, name);
    await inBatches(wanted, async ([file, content]) => {
      const status = await putItem(server, 'ada', `${place}${encodeURIComponent(file)}`, content);
      if (status >= 300 || status === 207) refused.push(`${file}: ${status}`);
    });
    items.push(...(await readCollection(server, kind, place)));
  }
  return { items, refused };
};

/** What copies have written to the account of `ada`, by path. */
export const readCopied = async (server: ProviderServer): Promise<ReadonlyMap<string, StoredItem>> => {
  const found = new Map<string, StoredItem>();
  const homes = new Map([
    [server.paths('ada').contacts, 'contacts'],
    [server.paths('ada').events, 'events'],
  ] as const);
  for (const home of homes.keys()) {
    const made = (await listPaths(server, 'ada', home)).filter((place) => place.includes('/ferry-'));
    for (const place of made)
      for (const path of await listPaths(server, 'ada', place)) {
        const kind = path.endsWith('.vcf') ? 'contacts' : 'events';
        found.set(path, { kind, path, content: await readItem(server, path) });
      }
  }
  return found;
};
