import { expect, test } from 'vitest';
import { readSessionKey } from './session-key.ts';

test('a reference is read in any case and with spaces and hyphens, and a longer code is read as a request ID', () => {
  for (const text of ['7KQ2M9TX', '7kq2-m9tx', ' 7KQ2 M9TX ', '7kq2m9tx'])
    expect(readSessionKey(text)).toEqual({ reference: '7KQ2M9TX' });
  expect(readSessionKey('01KB2T9Z4Q8W3N5V7X1Y6R0D2E')).toEqual({ requestId: '01KB2T9Z4Q8W3N5V7X1Y6R0D2E' });
  for (const text of ['', 'ada', 'Brightwater Studio', 'brightwater-gardens', 'ada@example.com', '7KQ2M9T', '7KQ2M9TU'])
    expect(readSessionKey(text)).toBeNull();
});
