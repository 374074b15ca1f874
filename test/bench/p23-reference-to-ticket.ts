import { openConsole } from '#test/fixtures/console/open-console.ts';
import { useService } from '#test/fixtures/console/service-profile.ts';
import { copiedText, keepCopies } from '#test/fixtures/page/kept-copies.ts';
import { Palette } from '#test/page-models/palette.ts';
import { TablePage } from '#test/page-models/table-page.ts';
import type { Benchmark, BenchmarkRow, BenchmarkRun } from './benchmark.ts';
import { medianOf } from './bootstrap.ts';
import { pairedRatio } from './paired-ratio.ts';
import { startServiceWithRows } from './service-with-rows.ts';

const goalMs = 1_000;
const message = 'The source locked the account after too many wrong passwords.';

type Post = (url: string, body: object, authorization?: string) => Promise<Readonly<Record<string, string>>>;

const post: Post = async (url, body, authorization) => {
  const headers = { 'content-type': 'application/json', ...(authorization !== undefined && { authorization }) };
  return (await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })).json() as ReturnType<Post>;
};

/** Runs a session that ends at a locked account. Returns the reference that its modal shows. */
const breakSession = async (service: string, authorization: string, userId: string): Promise<string> => {
  const { link_token: link = '' } = await post(`${service}/api/v1/link-token`, {}, authorization);
  const { access_token: token } = await post(`${service}/api/v1/access-token`, { link_token: link }, `Bearer ${link}`);
  const { url = '' } = await post(`${service}/api/v1/migration-modal`, { user_id: userId }, `Bearer ${token}`);
  const page = url.split('?', 1)[0] ?? '';
  await post(`${page}/provider`, { provider: 'Ledgerline' });
  await post(`${page}/login`, { user_name: 'locked', password: 'secret' });
  const found = await fetch(`${service}/activity/v1/sessions?user_id=${userId}`, { headers: { authorization } });
  return ((await found.json()) as { results: readonly { reference: string }[] }).results[0]?.reference ?? '';
};

const measure = async (
  store: 'PostgreSQL' | 'SQLite',
  { pairs, dropped, say }: BenchmarkRun,
): Promise<BenchmarkRow> => {
  const { server, headers } = await startServiceWithRows(say, store);
  const { Authorization: authorization = '' } = headers;
  const open = await openConsole({ host: 'browser', keychain: 'memory' });
  const { page } = open;
  try {
    const apiKey = (): string => authorization.replace('Bearer ', '');
    await useService(page, { url: server.url, apiKey });
    await new TablePage(page, 'Migrations').open();
    await keepCopies(page);
    const palette = new Palette(page);
    const meaning = new TablePage(page, 'Migrations').drawer.getByRole('region', { name: 'Meaning' });
    const took: { readonly open: number; readonly answer: number; readonly ticket: number }[] = [];
    for (let round = 0; round < pairs + dropped; round += 1) {
      const reference = await breakSession(server.url, authorization, `ada-${Date.now()}@example.com`);
      const time = async (act: () => Promise<unknown>): Promise<number> => {
        const startedAt = performance.now();
        await act();
        return performance.now() - startedAt;
      };
      // Action 1.
      const opened = await time(() => palette.open());
      // Action 2: the reference and Enter.
      await palette.field.fill(reference);
      const answer = await time(async () => {
        await page.keyboard.press('Enter');
        await meaning.getByText(message).waitFor();
      });
      // Action 3.
      const ticket = await time(async () => {
        await page.keyboard.press('t');
        for (let text = ''; !text.includes(reference);) text = (await copiedText(page)) ?? '';
      });
      if (round >= dropped) took.push({ open: opened, answer, ticket });
      await page.keyboard.press('Escape');
      await meaning.waitFor({ state: 'detached' });
    }
    const totals = took.map((one) => one.open + one.answer + one.ticket);
    const figure = (part: 'answer' | 'open' | 'ticket'): string =>
      `${Math.round(medianOf(took.map((one) => one[part])))} ms`;
    return {
      name: `${store}, 3 actions`,
      goal: 1,
      ratio: pairedRatio(
        totals,
        totals.map(() => goalMs),
      ),
      figures: {
        'Go to': figure('open'),
        'cause and next step': figure('answer'),
        ticket: figure('ticket'),
        slowest: `${Math.round(Math.max(...totals))} ms`,
      },
    };
  } finally {
    await open.close();
    await server.stop();
  }
};

/** P23: from the reference that a customer reads out to its cause and the copied ticket, in the browser host. */
export const p23ReferenceToTicket: Benchmark = {
  id: 'P23',
  title: 'From a reference to its cause and the copied ticket, 1,000,000 migrations / 1 s',
  run: async (run) => [await measure('SQLite', run), await measure('PostgreSQL', run)],
};
