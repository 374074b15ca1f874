import type { Benchmark, BenchmarkRow } from './benchmark.ts';
import { compareCpu } from './cpu-rounds.ts';
import { startLoadGenerator } from './load-generator.ts';
import { pagePath, spreadPages, startServiceWithRows } from './service-with-rows.ts';

const pageSize = 25;
const pageCount = 20;
const amount = 400;

interface FilteredPage {
  readonly results: readonly { readonly created_by_user_id: string; readonly company_id: string | null }[];
  readonly page: { readonly total: number };
}

export const p24FilteredPages: Benchmark = {
  id: 'P24',
  title: 'Service: CPU of a page of a filtered list / of the whole list, 1,000,000 rows',
  run: async (run) => {
    const rows: BenchmarkRow[] = [];
    for (const store of ['SQLite', 'PostgreSQL'] as const) {
      const { server, headers } = await startServiceWithRows(run.say, store);
      const generator = startLoadGenerator();
      try {
        const read = async (path: string): Promise<FilteredPage> =>
          (await fetch(server.url + path, { headers: { ...headers } })).json() as Promise<FilteredPage>;
        const { results } = await read(pagePath(20_000, 100));
        const company = results.find((row) => row.company_id !== null)?.company_id ?? '';
        const filters = {
          'one status': 'status=FAILED',
          'two statuses': 'status=COMPLETE&status=WORKING',
          company: `company_id=${company}`,
          user: `created_by_user_id=${encodeURIComponent(results[0]?.created_by_user_id ?? '')}`,
          'created after': 'created_after=2026-01-01T00:00:00Z',
          'company and status': `company_id=${company}&status=COMPLETE`,
          'user and status': `created_by_user_id=${encodeURIComponent(results[0]?.created_by_user_id ?? '')}&status=COMPLETE`,
        };
        const plain = { server, headers, paths: spreadPages(pageSize, pageCount) };
        for (const [name, filter] of Object.entries(filters)) {
          const { total } = (await read(`${pagePath(1, pageSize)}&${filter}`)).page;
          const last = Math.max(1, Math.ceil(total / pageSize));
          const pathsTo = (end: number): string[] =>
            Array.from(
              { length: pageCount },
              (_, index) => `${pagePath(1 + Math.round((index * (end - 1)) / (pageCount - 1)), pageSize)}&${filter}`,
            );
          for (const [part, end] of [
            ['first pages', Math.min(pageCount, last)],
            ['all pages', last],
          ] as const) {
            const what = {
              name: `${store}, ${name}, ${total.toLocaleString('en')} rows, ${part}`,
              goal: 2,
              amount,
              warmUp: amount,
            };
            const subject = { ...plain, paths: pathsTo(end) };
            rows.push(await compareCpu(what, { subject, base: plain, control: plain }, generator, run));
          }
        }
      } finally {
        generator.stop();
        await server.stop();
      }
    }
    return rows;
  },
};
