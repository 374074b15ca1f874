import { fail, type Outcome, succeed } from '#shared/app-error.ts';
import { type ItemView, itemViewSchema, reportViewSchema } from '#shared/console-contract/reports-calls.ts';
import { parseJson } from '#shared/tolerant-reading/read-json.ts';
import type { BaseTopics } from '../base-topics/base-topics.ts';
import type { Access } from '../api-client/service-client.ts';
import { requestLimits } from '../api-client/limits.ts';
import { type JudgedReply, judgeText } from '../api-client/judge-reply.ts';

/** A receipt of 200,000 items. */
const receiptLimits = { ...requestLimits, totalMs: 300_000, bodyBytes: 100 * 1_048_576 };

interface ItemPage {
  readonly items: readonly ItemView[];
  readonly next: string | null;
}

/** Returns the cursor of the next page. Doesn't follow the header's URL, because it can point to any host. */
function nextCursor(link: string | null): string | null {
  const address = /<([^<>]*)>\s*;\s*rel="?next"?/.exec(link ?? '')?.[1];
  if (address === undefined) return null;
  const query = address.indexOf('?');
  return query < 0 ? null : new URLSearchParams(address.slice(query)).get('after');
}

const judgePage: JudgedReply<{ readonly text: string; readonly link: string | null }> = (sent, where, now) => {
  const reply = judgeText(sent, where, now);
  return reply.ok ? succeed({ ...reply.value, link: sent.ok ? sent.reply.headers.get('link') : null }) : reply;
};

function readItems(text: string): readonly ItemView[] | null {
  const items: ItemView[] = [];
  for (const line of text.split('\n')) {
    if (line.trim() === '') continue;
    const item = parseJson(itemViewSchema, line);
    if (item === null) return null;
    items.push(item);
  }
  return items;
}

/** Callers that make several calls pass the same access, so that all calls go to the same service. */
export function createReportsClient({ clock, api }: Pick<BaseTopics, 'clock' | 'api'>) {
  const pathOf = (id: string): string => `/reports/v1/migrations/${encodeURIComponent(id)}`;
  const unreadable = (detail: string) => fail('unreadable_reply', clock.now(), { detail });
  const repeatedPage = () => unreadable('The service returned the same page of the report twice.');
  const items = async (
    access: Access,
    { id, after }: { readonly id: string; readonly after: string | null },
    signal: AbortSignal,
  ) => {
    const query = after === null ? '' : `?${new URLSearchParams({ after })}`;
    const request = { method: 'GET', path: `${pathOf(id)}/items${query}`, accept: 'application/x-ndjson' } as const;
    const reply = await api.send(access, request, signal, judgePage);
    if (!reply.ok) return reply;
    const result = readItems(reply.value.text);
    if (result === null) return unreadable("The report's items aren't in Ferry's format.");
    const next = nextCursor(reply.value.link);
    return next !== null && next === after ? repeatedPage() : succeed({ items: result, next });
  };
  return {
    items,
    allItems: async function* (
      access: Access,
      id: string,
      signal: AbortSignal,
    ): AsyncGenerator<Outcome<readonly ItemView[]>, void> {
      const visited = new Set<string>();
      let after: string | null = null;
      for (;;) {
        const page: Outcome<ItemPage> = await items(access, { id, after }, signal);
        if (!page.ok) return yield page;
        yield succeed(page.value.items);
        after = page.value.next;
        if (after === null) return;
        if (visited.has(after)) return yield repeatedPage();
        visited.add(after);
      }
    },
    receipt: (access: Access, id: string, signal: AbortSignal) =>
      api.send(access, { method: 'GET', path: `${pathOf(id)}/receipt` }, signal, judgeText, { limits: receiptLimits }),
    report: (access: Access, id: string, signal: AbortSignal) =>
      api.read(access, { method: 'GET', path: pathOf(id) }, reportViewSchema, signal, {
        explain: () => "The report isn't in Ferry's format.",
      }),
  };
}

export type ReportsClient = ReturnType<typeof createReportsClient>;
