import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { openServiceStore, openStoreForKeys } from './store/sqlite/sqlite-store.ts';
import type { OpenedStore, OpenOptions } from './store/store.ts';

export interface StoreFlags {
  readonly data?: string | undefined;
  readonly databaseUrl?: string | undefined;
  readonly databaseUrlFile?: string | undefined;
}

/** Where the data is: a folder, or a database that several instances may share. */
export interface StorePlace {
  /** As a sentence names it: `data folder /srv/ferry`, `database ferry at db:5432`. Without a secret. */
  readonly name: string;
  /** As the log names it: the path of the folder, or the database. */
  readonly location: string;
  readonly another: string;
  readonly warning?: string | undefined;
  /** Opens it for a service; makes what is missing. */
  open(options?: OpenOptions): Promise<OpenedStore>;
  /** Opens it beside the services that run on it; refuses a place without data. */
  openExisting(): Promise<OpenedStore>;
  remove(): void;
}

type Chosen = { readonly ok: true; readonly place: StorePlace } | { readonly ok: false; readonly sentence: string };
type Text = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly sentence: string };

export const isDatabaseAddress = (text: string): boolean => /^\s*postgres(?:ql)?:|postgres(?:ql)?:\/\//i.test(text);

const refuse = (sentence: string): { readonly ok: false; readonly sentence: string } => ({ ok: false, sentence });
const codeOf = (error: unknown): string => String(error instanceof Error && 'code' in error ? error.code : error);

const folderPlace = (folder: string, remove: () => void = () => {}): Chosen => ({
  ok: true,
  place: {
    name: `data folder ${folder}`,
    location: folder,
    another: 'choose another with --data',
    open: async () => openServiceStore(folder),
    openExisting: async () => openStoreForKeys(folder),
    remove,
  },
});

const temporaryPlace = (): Chosen => {
  try {
    const folder = mkdtempSync(join(tmpdir(), 'ferry-service-'));
    return folderPlace(folder, () => rmSync(folder, { recursive: true, force: true }));
  } catch (error) {
    const place = `No folder can be made in ${tmpdir()} (${codeOf(error)})`;
    return refuse(`${place}; name one with --data, or another place with TMPDIR.`);
  }
};

const readUrlFile = (file: string): Text & { readonly warning?: string } => {
  try {
    const found = statSync(file);
    // Reading a pipe would wait for whoever writes into it.
    if (!found.isFile()) return refuse(`${file} is no file; name one with --database-url-file.`);
    const isOpen = process.platform !== 'win32' && (found.mode & 0o077) !== 0;
    const warning = `others can read ${file}: chmod 600 ${file}`;
    return { ok: true, text: readFileSync(file, 'utf8'), ...(isOpen && { warning }) };
  } catch (error) {
    return refuse(`The file ${file} cannot be read (${codeOf(error)}); name another with --database-url-file.`);
  }
};

const openToOthers =
  'the address of the database can be read in the list of processes: put it into a file for --database-url-file';

const databasePlace = async (text: string, source: string, warning: string | undefined): Promise<Chosen> => {
  const [{ parseDatabaseUrl }, { openPostgresStore }] = await Promise.all([
    import('./store/postgres/database-address.ts'),
    import('./store/postgres/postgres-store.ts'),
  ]);
  const address = parseDatabaseUrl(text);
  if (address === undefined) {
    return refuse(
      `${source} must be the address of a PostgreSQL database such as postgresql://user:password@host:5432/name.`,
    );
  }
  return {
    ok: true,
    place: {
      name: `database ${address.name} at ${address.place}`,
      location: `${address.name} at ${address.place}`,
      another: 'name another one',
      warning,
      open: (options) => openPostgresStore(address, options),
      openExisting: () => openPostgresStore(address, { existing: true }),
      remove: () => {},
    },
  };
};

/**
 * The place that flags, or FERRY_DATABASE_URL where there is none of them, name; a sentence where they contradict each
 * other. Undefined where nothing names one.
 */
export const choosePlace = async (
  { data, databaseUrl, databaseUrlFile }: StoreFlags,
  environment = process.env['FERRY_DATABASE_URL'],
): Promise<Chosen | undefined> => {
  const given = Object.entries({
    '--data': data,
    '--database-url': databaseUrl,
    '--database-url-file': databaseUrlFile,
  })
    .filter(([, value]) => value !== undefined)
    .map(([flag]) => flag);
  if (given.length > 1) return refuse(`${given.join(' and ')} name two places for the data; write one of them.`);
  if (data !== undefined && isDatabaseAddress(data)) {
    return refuse('--data takes a folder; write the address of a database into a file for --database-url-file.');
  }
  if (data !== undefined) return folderPlace(resolve(data));
  if (databaseUrl !== undefined) return databasePlace(databaseUrl, '--database-url', openToOthers);
  if (databaseUrlFile !== undefined && isDatabaseAddress(databaseUrlFile)) {
    return refuse('--database-url-file takes a file; write the address into one, or after --database-url.');
  }
  if (databaseUrlFile !== undefined) {
    const read = readUrlFile(databaseUrlFile);
    return read.ok ? databasePlace(read.text, `What stands in ${databaseUrlFile}`, read.warning) : read;
  }
  return environment ? databasePlace(environment, 'FERRY_DATABASE_URL', undefined) : undefined;
};

/** The same for a service, which has a folder of its own, for this start alone, where nothing names a place. */
export const choosePlaceToServe = async (flags: StoreFlags): Promise<Chosen> =>
  (await choosePlace(flags)) ?? temporaryPlace();
