import { expect, test } from 'vitest';
import { statusAgeText } from './status-age.ts';

const now = new Date('2026-11-20T14:32:00.000Z');
const ago = (minutes: number): string => new Date(now.getTime() - minutes * 60_000).toISOString();
const day = 24 * 60;

test(
  'the age text says whether the age counts from the last change, another status or the creation',
  { tags: '@W9' },
  () => {
    expect(statusAgeText({ created: ago(14 * day), since: ago(20), seenSince: ago(20) }, now)).toBe(
      'No change for 20 min',
    );
    expect(statusAgeText({ created: ago(14 * day), since: ago(14 * day), seenSince: ago(14) }, now)).toBe(
      'Created 14 days ago, observed in this status for 14 min',
    );
    expect(statusAgeText({ created: ago(14 * day), since: ago(26 * 60), seenSince: ago(14) }, now)).toBe(
      'Changed less than 26 h ago, observed in this status for 14 min',
    );
    expect(statusAgeText({ created: ago(14 * day), since: ago(14 * day), seenSince: ago(0) }, now)).toBe(
      'Created 14 days ago, observed in this status just now',
    );
    expect(statusAgeText({ created: ago(5), since: null, seenSince: null }, now)).toBeNull();
  },
);
