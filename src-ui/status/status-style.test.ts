import { expect, test } from 'vitest';
import { migrationStatuses } from '#shared/migration-api/migration-status.ts';
import { statusStyleOf } from './status-style.ts';

test('every documented status has its own label and shape', { tags: '@C9' }, () => {
  const styles = migrationStatuses.map(statusStyleOf);
  expect(styles.every(({ known }) => known)).toBe(true);
  expect(new Set(styles.map(({ label }) => label)).size).toBe(8);
  expect(new Set(styles.map(({ icon }) => icon)).size).toBe(8);
});

test.each(['REVERTING', 'toString', '__proto__'])(
  'the status %s is neutral and shows its raw value',
  { tags: '@C9' },
  (status) => {
    expect(statusStyleOf(status)).toMatchObject({ label: status, tone: 'neutral', known: false });
  },
);
