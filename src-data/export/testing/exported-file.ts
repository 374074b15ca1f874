import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { exportFormats } from '#shared/console-contract/export-calls.ts';
import { loadedQuerySchema } from '#shared/console-contract/loaded-query.ts';
import type { Resource } from '#shared/migration-api/fields.ts';
import { createReplicas } from '../../replica/replicas.ts';
import type { PlainRow } from '../../replica/replica-schema.ts';
import { exportRows } from '../export-rows.ts';

interface ExportResult {
  readonly resource?: Resource;
  readonly rows: readonly PlainRow[];
  readonly format: (typeof exportFormats)[number];
  readonly columns?: readonly string[];
  readonly companyName?: string;
  readonly causes?: Readonly<Record<string, string>>;
}

export async function exportToFile({
  resource = 'migrations',
  rows,
  format,
  columns = [],
  companyName,
  causes,
}: ExportResult) {
  const folder = mkdtempSync(path.join(tmpdir(), 'ferry-export-'));
  const replicas = createReplicas();
  try {
    const { replica, results } = replicas.of('p');
    const unknown = { created: null, providerCompanyId: null, organizationId: null, sourceProvider: 'Ledgerline' };
    const ids = new Set(rows.flatMap(({ companyId }) => (companyId ? [companyId] : [])));
    replica.learnCompanies(Array.from(ids, (id) => ({ ...unknown, id, providerCompanyName: companyName ?? '' })));
    replica.upsert(resource, rows, true);
    const file = path.join(folder, 'rows');
    const query = loadedQuerySchema.parse({});
    const { signal } = new AbortController();
    const terms = { now: 0, stuckHours: { WORKING: 1, PENDING_USER_INPUT: 24, NOT_STARTED: 24 } };
    const call = {
      profileId: 'p',
      resource,
      exportId: 'e',
      query,
      attention: terms,
      rows: null,
      ids: null,
      format,
      columns: [...columns],
      causes: causes ?? null,
      file,
      part: `${file}.part`,
      mode: 0o600,
    };
    const writeResult = await exportRows(replicas, call, signal, () => undefined);
    const result = await results[resource].get(query, signal, terms);
    const orderedRows = result.rows(0, rows.length) as unknown as readonly PlainRow[];
    return { written: writeResult, text: readFileSync(file, 'utf8'), rows: orderedRows };
  } finally {
    replicas.remove('p');
    rmSync(folder, { recursive: true, force: true });
  }
}
