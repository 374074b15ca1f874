import { expect, test } from 'vitest';
import { barParts } from './status-bar.tsx';

const count = (status: string, rows: number) => ({ status, count: rows });

test(
  'the status bar is full, its segments do not overlap, and one migration in a million is visible',
  { tags: '@C40' },
  () => {
    const parts = barParts([count('NOT_READY', 1), count('WORKING', 0), count('COMPLETE', 999_999)]);
    expect(parts.map(({ status }) => status)).toEqual(['NOT_READY', 'COMPLETE']);
    const [first, last] = parts;
    expect(first?.width).toBeGreaterThanOrEqual(4);
    expect((last?.x ?? 0) + (last?.width ?? 0)).toBeCloseTo(1000, 6);
    expect(last?.x).toBeGreaterThan((first?.x ?? 0) + (first?.width ?? 0));
    expect(barParts([])).toEqual([]);
  },
);
