import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { readReceipt } from '#shared/reports-api/receipts.ts';
import { readReport, readReportItems, type ReportedItem, reportedItemSchema } from '#shared/reports-api/reports.ts';
import { type CredentialChecks, mountOperations, WithHeaders } from '../http/mount-operations.ts';
import { refuse } from '../http/refusal.ts';
import { receiptReply } from './write-receipt.ts';
import type { Store } from '../store/store.ts';
import { reportIfKept, practiceItems, type ReportedRun, reportedRun, reportOf, toReported } from './reported-run.ts';
import { seededRun } from '../migration-engine/seeded-run.ts';

interface ItemPage {
  readonly items: readonly ReportedItem[];
  readonly next?: string;
}

const cursorSchema = z.union([z.int().min(0), z.tuple([z.string(), z.string()])]);
type Cursor = z.output<typeof cursorSchema>;

const cursorText = (cursor: Cursor): string => Buffer.from(JSON.stringify(cursor)).toString('base64url');

const readCursor = (text: string): Cursor | undefined => {
  try {
    return cursorSchema.safeParse(JSON.parse(Buffer.from(text, 'base64url').toString())).data;
  } catch {
    return undefined;
  }
};

const refuseCursor = (): never => refuse(400, 'after must be a cursor from this service.');

const reportCalls = { readReport, readReportItems, readReceipt };

export const mountReports = (app: FastifyInstance, store: Store, checks: CredentialChecks): void => {
  const find = async (organization: number, wantedId: string): Promise<ReportedRun> => {
    const id = wantedId.toLowerCase();
    const found = await store.runs.find(organization, id);
    const now = await store.clock.now(organization);
    const reported = found?.stored
      ? reportedRun(id, found.stored.run, now)
      : found && reportIfKept(id, seededRun(found.migration, now), now);
    return reported ?? refuse(404, 'No report exists for a migration with this ID.');
  };

  const practicePage = (reported: ReportedRun, after: Cursor | undefined, limit: number): ItemPage => {
    if (Array.isArray(after)) return refuseCursor();
    const start = after ?? 0;
    const items: ReportedItem[] = [];
    let index = 0;
    for (const item of practiceItems(reported)) {
      if (index++ < start) continue;
      if (items.length === limit) return { items, next: cursorText(start + limit) };
      items.push(item);
    }
    return { items };
  };

  const copiedPage = async (id: string, after: Cursor | undefined, limit: number): Promise<ItemPage> => {
    if (typeof after === 'number') return refuseCursor();
    const [collection = '', item = ''] = after ?? [];
    const itemRows = await store.copiedItems.page(id, { collection, item }, limit + 1);
    const items = itemRows.slice(0, limit);
    const last = items.at(-1);
    const hasMore = itemRows.length > limit && last !== undefined;
    return { items: items.map(toReported), ...(hasMore && { next: cursorText([last.collection, last.item]) }) };
  };

  mountOperations(app, checks, reportCalls, {
    readReceipt: async ({ params, caller }) => receiptReply(store, await find(caller.organization, params.id)),
    readReport: async ({ params, caller }) => reportOf(await find(caller.organization, params.id), store.copiedItems),
    readReportItems: async ({ params, query: { after: text, limit }, caller, headers }) => {
      const reported = await find(caller.organization, params.id);
      const { migrationId: id } = reported;
      const after = text === '' ? undefined : readCursor(text);
      if (text !== '' && after === undefined) return refuseCursor();
      const isPractice = reported.run.copy === undefined;
      const page = isPractice ? practicePage(reported, after, limit) : await copiedPage(id, after, limit);
      const items = page.items.map((item) => reportedItemSchema.parse(item));
      const isJson = /^application\/json\s*(?:[,;]|$)/.test(headers.accept ?? '');
      const body = isJson
        ? JSON.stringify({ results: items, next: page.next ?? null })
        : items.map((item) => `${JSON.stringify(item)}\n`).join('');
      const path = `/reports/v1/migrations/${id}/items?limit=${limit}&after=${page.next}`;
      return new WithHeaders(body, {
        'content-type': `${isJson ? 'application/json' : 'application/x-ndjson'}; charset=utf-8`,
        vary: 'Accept',
        ...(page.next !== undefined && { link: `<${path}>; rel="next"` }),
      });
    },
  });
};
