import { call } from '../../api/call.ts';
import { auditCsv, type AuditLine } from './audit-words.ts';
import { type AuditFilters, callQuery } from './audit-view.ts';

const save = (text: string, name: string): void => {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv' }));
  const link = Object.assign(document.createElement('a'), { href: url, download: name });
  link.click();
  URL.revokeObjectURL(url);
};

/**
 * Saves all entries that match the filters as CSV, page by page from the newest. Returns the number of entries. New
 * entries appear before the first page, so they cause no duplicates or gaps.
 */
export const exportAudit = async (
  organization: { readonly id: string; readonly name: string },
  filters: AuditFilters,
  now: Date,
  { signal, onRead }: { readonly signal: AbortSignal; readonly onRead: (count: number) => void },
): Promise<number> => {
  const lines: AuditLine[] = [];
  let before: string | null = null;
  for (;;) {
    const query = callQuery({ ...filters, before, after: null }, now);
    const page = await call('readAudit', { params: { organization: organization.id }, query, signal });
    signal.throwIfAborted();
    lines.push(...page.lines);
    onRead(lines.length);
    const last = page.lines.at(-1);
    if (!page.hasOlder || last === undefined) break;
    before = String(last.number);
  }
  save(auditCsv(lines), `audit ${organization.name}.csv`);
  return lines.length;
};
