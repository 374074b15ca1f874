import { createHash } from 'node:crypto';
import { access, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Destination, LoginRefused, type SourceAccount } from '#service/providers/copy-ports.ts';

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';

/** Returns undefined if the file does not exist. Any other error ends the copy. */
const readIfThere = (file: string): Promise<Buffer | undefined> =>
  readFile(file).catch((error: unknown) => {
    if (isMissing(error)) return undefined;
    throw error;
  });

/** A source: each folder below `root` is an address book, each of its files a card. */
export const openFolder = async (root: string): Promise<SourceAccount> => {
  const names = async (folder: string): Promise<string[]> => (await readdir(path.join(root, folder))).toSorted();
  await access(root).catch(() => {
    throw new LoginRefused('There is no such folder.');
  });
  return {
    id: `folder ${root}`,
    collections: async () => {
      const folders = await names('.');
      return Promise.all(
        folders.map(async (id) => ({ id, name: id, kind: 'contacts' as const, count: (await names(id)).length })),
      );
    },
    items: async function* (collection) {
      for (const name of await names(collection)) yield { id: `${collection}/${name}` };
    },
    read: async (item) => {
      const content = await readIfThere(path.join(root, item));
      return content && { content };
    },
  };
};

const revisionOf = (content: Buffer): string => createHash('sha256').update(content).digest('hex');

/** A destination with one folder for each address book. `prepare` creates it once. */
export const folderDestination = (root: string): Destination => ({
  id: `folder ${root}`,
  prepare: async (key) => {
    await mkdir(path.join(root, key), { recursive: true });
    return `${key}/`;
  },
  taken: async (collectionPath) =>
    new Map((await readdir(path.join(root, collectionPath))).map((name) => [collectionPath + name, undefined])),
  write: async (place, content, { replaces }) => {
    const file = path.join(root, place);
    if (replaces !== undefined) {
      const there = await readIfThere(file);
      if (there === undefined || revisionOf(there) !== replaces) return 'occupied';
    }
    // `wx` fails if the file exists, so the check and the write are one step.
    const flag = replaces === undefined ? 'wx' : 'w';
    return writeFile(file, content, { flag }).then(
      () => 'written' as const,
      () => 'occupied' as const,
    );
  },
  read: async (place) => {
    const content = await readIfThere(path.join(root, place));
    return content && { content, revision: revisionOf(content) };
  },
});
