import type { Resource } from '#shared/migration-api/fields.ts';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { exportFormats } from '#shared/console-contract/export-calls.ts';
import { loadedQuerySchema } from '#shared/console-contract/loaded-query.ts';
import { createCompanyDirectory } from '../rows/company-directory.ts';
import { exportRows } from './export-rows.ts';
import type { PlainRow } from '../rows/row-table.ts';
import { createRowStore } from '../query/row-store.ts';

interface Exported {
  readonly resource?: Resource;
  readonly rows: readonly PlainRow[];
  readonly format: (typeof exportFormats)[number];
  /** All of them where there are none. */
  readonly columns?: readonly string[];
  /** The name of every company that a row names. */
  readonly companyName?: string;
}

/** For tests: writes rows into a file as the console does; gives its bytes, and the rows in the order of the file. */
export async function exportToFile({ resource = 'migrations', rows, format, columns = [], companyName }: Exported) {
  const folder = mkdtempSync(path.join(tmpdir(), 'ferry-export-'));
  try {
    const directory = createCompanyDirectory();
    const unknown = { created: null, providerCompanyId: null, organizationId: null, sourceProvider: 'Ledgerline' };
    const ids = new Set(rows.flatMap(({ companyId }) => (companyId ? [companyId] : [])));
    const named = (id: string) => ({ ...unknown, id, providerCompanyName: companyName ?? '' });
    directory.learn('p', Array.from(ids, named));
    const store = createRowStore(directory);
    const place = { profileId: 'p', resource } as const;
    store.begin(place, 'load', null);
    for (const row of rows) store.ofLoad(place, 'load')?.put(row);
    const file = path.join(folder, 'rows');
    const query = loadedQuerySchema.parse({});
    const { signal } = new AbortController();
    const terms = { now: 0, stuckHours: { WORKING: 1, PENDING_USER_INPUT: 24, NOT_STARTED: 24 } };
    const facts = { ...terms, begins: new Map(), handled: new Map() };
    const attention = { stamp: () => '', read: async () => facts };
    const call = {
      ...place,
      exportId: 'e',
      query,
      attention: terms,
      rows: null,
      ids: null,
      format,
      columns: [...columns],
      file,
    };
    const written = await exportRows(
      store,
      { ...call, part: `${file}.part`, mode: 0o600 },
      { signal, attention },
      () => undefined,
    );
    const { view, results } = store.table(place);
    const ordered: readonly PlainRow[] = Array.from((await results.get(query, signal, attention)).rows, (row) =>
      view.rowAt(row),
    );
    return { written, text: readFileSync(file, 'utf8'), rows: ordered };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
