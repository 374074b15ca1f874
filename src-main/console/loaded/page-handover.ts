import type { Outcome } from '#shared/app-error.ts';
import { fail, succeed } from '#shared/app-error.ts';
import type { RowsPlace } from '#shared/data-messages/data-calls.ts';
import type { HandedPage, KeptPage } from '#shared/data-messages/page-messages.ts';
import type { Clock } from '../clock/clock.ts';
import type { DataProcess } from '../data/data-process.ts';

/**
 * Hands pages of a load to the data process, some in one message: a message costs both sides more than the page in it.
 * Resolves with what became of a page.
 * @param isAwaited whether nothing goes on before that: it then goes at once
 */
type HandOver = (page: HandedPage, isAwaited: boolean) => Promise<Outcome<KeptPage>>;

/** Pages of one message, and how long the first of them waits for the others. */
const pagesAtOnce = 8;
const waitMs = 5;

interface Waiting {
  readonly page: HandedPage;
  readonly settle: (outcome: Outcome<KeptPage>) => void;
}

export function createHandOver(
  data: DataProcess,
  clock: Clock,
  place: RowsPlace & { readonly load: string },
): HandOver {
  let waiting: Waiting[] = [];
  let timer: NodeJS.Timeout | null = null;

  const sendAll = async () => {
    if (timer) clearTimeout(timer);
    timer = null;
    const batch = waiting;
    waiting = [];
    const kept = await data.call('keepPages', { ...place, pages: batch.map(({ page }) => page) });
    const lost = fail('rows_lost', clock.now());
    batch.forEach(({ settle }, at) => {
      const one = kept.ok ? kept.value?.[at] : undefined;
      if (one) settle(succeed(one));
      else settle(kept.ok ? lost : kept);
    });
  };
  return (page, isAwaited) =>
    new Promise((settle) => {
      waiting.push({ page, settle });
      if (isAwaited || waiting.length >= pagesAtOnce) void sendAll();
      else timer ??= setTimeout(() => void sendAll(), waitMs);
    });
}
