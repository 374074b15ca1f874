import { QueryClient } from '@tanstack/react-query';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { newestTotal, overviewKey } from './listings.ts';

const kinds = fc.constantFrom('page', 'other page', 'companies', 'sample', 'none', 'loaded');
const reply = fc.record({ of: kinds, total: fc.option(fc.nat(), { nil: null }) });

test(
  "the total of migrations comes from the newest response, whether of a page or of the overview's sample",
  { tags: '@C32' },
  () => {
    fc.assert(
      fc.property(fc.array(reply, { maxLength: 12 }), (replies) => {
        const client = new QueryClient();
        let figures: { readonly at: number; readonly total: number | null; readonly source: string } | null = null;
        let listed: { readonly at: number; readonly total: number | null } | null = null;
        for (const [at, { of, total }] of replies.entries()) {
          const options = { updatedAt: at + 1 };
          if (of === 'companies') client.setQueryData(['companies', 'list', {}], { total }, options);
          else if (of.endsWith('page')) {
            client.setQueryData(['migrations', 'list', { of }], { total }, options);
            listed = { at, total };
          } else {
            client.setQueryData(overviewKey, { total, source: of }, options);
            figures = { at, total, source: of };
          }
        }
        // Counts of loaded rows may be outdated, but they still replace earlier counts.
        const sample = figures?.source === 'loaded' ? null : figures;
        const newest = [listed, sample].toSorted((one, other) => (other?.at ?? -1) - (one?.at ?? -1))[0];
        expect(newestTotal(client, 'migrations')).toBe(listed === null ? null : (newest?.total ?? null));
      }),
    );
  },
);
