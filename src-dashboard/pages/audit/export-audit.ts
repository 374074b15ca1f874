import { downloadText } from '#ui/values/download.ts';
import { call } from '../../api/call.ts';
import { auditCsv, type AuditLine } from './audit-words.ts';
import { type AuditFilters, callQuery } from './audit-view.ts';

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
  downloadText(auditCsv(lines), 'text/csv', `audit ${organization.name}.csv`);
  return lines.length;
};
