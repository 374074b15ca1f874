import fc from 'fast-check';
import { expect, test } from 'vitest';
import { newerThan } from './listen-tab.tsx';

const ids = fc.uniqueArray(fc.string({ minLength: 1 }), { minLength: 1, maxLength: 50 });

test(
  'listen: events that arrived after the user scrolled down count as new, and after a clear all events do',
  { tags: '@W10' },
  () => {
    fc.assert(
      fc.property(ids, fc.nat(), (listed, place) => {
        const events = listed.map((id) => ({ id }));
        const before = place % events.length;
        expect(newerThan(events, events[before]?.id ?? null)).toBe(before);
        expect(newerThan(events, '')).toBe(events.length);
      }),
    );
  },
);
