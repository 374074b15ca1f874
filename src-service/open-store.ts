import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { openServiceStore, openStoreForKeys, readSqliteStatus } from './store/sqlite/sqlite-store.ts';
import type { OpenOptions, Store, StoreStatus } from './store/store.ts';
import { UserError } from '#shared/user-error.ts';

export interface StoreFlags {
  readonly data?: string | undefined;
  readonly databaseUrl?: string | undefined;
  readonly databaseUrlFile?: string | undefined;
}

/** Opening and reading the status fail with a UserError. */
export interface StorePlace {
  /** Name for messages, without a password: `data folder /srv/ferry`, `database ferry at db:5432`. */
  readonly name: string;
  /** Name for the log: the path of the folder, or the database. */
  readonly location: string;
  readonly another: string;
  readonly warning?: string | undefined;
  /** Opens the store for a service. Creates missing folders, files and tables. */
  open(options?: OpenOptions): Promise<Store>;
  /** Opens the store while services use it. Fails if the store has no data. */
  openExisting(): Promise<Store>;
  status(): Promise<StoreStatus>;
  remove(): void;
}

export const isDatabaseAddress = (text: string): boolean => /^\s*postgres(?:ql)?:|postgres(?:ql)?:\/\//i.test(text);

const codeOf = (error: unknown): string => String(error instanceof Error && 'code' in error ? error.code : error);

const folderPlace = (folder: string, remove: () => void = () => {}): StorePlace => ({
  name: `data folder ${folder}`,
  location: folder,
  another: 'choose another folder with --data',
  open: async () => openServiceStore(folder),
  openExisting: async () => openStoreForKeys(folder),
  status: async () => readSqliteStatus(folder),
  remove,
});

const temporaryPlace = (): StorePlace => {
  try {
    const folder = mkdtempSync(join(tmpdir(), 'ferry-service-'));
    return folderPlace(folder, () => rmSync(folder, { recursive: true, force: true }));
  } catch (error) {
    const failureText = `The service can't create a folder in ${tmpdir()} (${codeOf(error)})`;
    throw new UserError(`${failureText}. Choose a folder with --data, or another temporary folder with TMPDIR.`);
  }
};

const readUrlFile = (file: string) => {
  try {
    const fileStatus = statSync(file);
    // A file that isn't regular, such as a pipe, could block the read.
    if (!fileStatus.isFile()) throw new UserError(`${file} is not a file. Choose a file with --database-url-file.`);
    const isOpen = process.platform !== 'win32' && (fileStatus.mode & 0o077) !== 0;
    const warning = isOpen ? `other users can read ${file}; run chmod 600 ${file}` : undefined;
    return { text: readFileSync(file, 'utf8'), warning };
  } catch (error) {
    if (error instanceof UserError) throw error;
    throw new UserError(
      `The file ${file} can't be read (${codeOf(error)}). Choose another file with --database-url-file.`,
    );
  }
};

const argumentWarning = 'other users can see the database URL in the process list; use --database-url-file instead';

const databasePlace = async (text: string, source: string, warning?: string): Promise<StorePlace> => {
  const [{ parseDatabaseUrl }, { openPostgresStore, readPostgresStatus }] = await Promise.all([
    import('./store/postgres/database-address.ts'),
    import('./store/postgres/postgres-store.ts'),
  ]);
  const address = parseDatabaseUrl(text);
  if (address === undefined) {
    throw new UserError(`${source} must be a PostgreSQL URL such as postgresql://user:password@host:5432/name.`);
  }
  const location = `${address.name} at ${address.place}`;
  return {
    name: `database ${location}`,
    location,
    another: 'use another database',
    warning,
    open: (options) => openPostgresStore(address, options),
    openExisting: () => openPostgresStore(address, { existing: true }),
    status: () => readPostgresStatus(address),
    remove: () => {},
  };
};

/** Returns the store that the flags or FERRY_DATABASE_URL name, or undefined without them. @throws {UserError} */
export const choosePlace = async (
  { data, databaseUrl, databaseUrlFile }: StoreFlags,
  environment = process.env['FERRY_DATABASE_URL'],
): Promise<StorePlace | undefined> => {
  const storeFlags = Object.entries({
    '--data': data,
    '--database-url': databaseUrl,
    '--database-url-file': databaseUrlFile,
  })
    .filter(([, value]) => value !== undefined)
    .map(([flag]) => flag);
  if (storeFlags.length > 1)
    throw new UserError(`${storeFlags.join(' and ')} choose different stores. Use only one of these.`);
  if (data !== undefined && isDatabaseAddress(data)) {
    throw new UserError('--data needs a folder. For a database, write its URL to a file and use --database-url-file.');
  }
  if (data !== undefined) return folderPlace(resolve(data));
  if (databaseUrl !== undefined) return databasePlace(databaseUrl, '--database-url', argumentWarning);
  if (databaseUrlFile !== undefined && isDatabaseAddress(databaseUrlFile)) {
    throw new UserError('--database-url-file needs a file. Write the URL to a file, or use --database-url.');
  }
  if (databaseUrlFile !== undefined) {
    const { text, warning } = readUrlFile(databaseUrlFile);
    return databasePlace(text, `The content of ${databaseUrlFile}`, warning);
  }
  return environment ? databasePlace(environment, 'FERRY_DATABASE_URL') : undefined;
};

export const chooseStore = async (flags: StoreFlags): Promise<StorePlace> =>
  (await choosePlace(flags)) ?? temporaryPlace();
