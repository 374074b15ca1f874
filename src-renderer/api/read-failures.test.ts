import { expect, test } from 'vitest';
import { type AppErrorCode, appErrorCodes, canPass } from '#shared/app-error-codes.ts';
import type { AppError } from '#shared/app-error.ts';
import { retryAt } from './read-failures.ts';

const failedAt = 1_000_000;
const errorOf = (code: AppErrorCode, retryAfterMs?: number): AppError => ({
  code,
  at: '2026-11-20T10:00:00.000Z',
  request: {
    method: 'GET',
    path: '/api/v1/migrations',
    host: 'api.example',
    tries: 3,
    durationMs: 12,
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  },
});

test('data on screen is reloaded automatically only after transient errors', { tags: '@C11' }, () => {
  for (const code of appErrorCodes) {
    expect([code, retryAt(errorOf(code), failedAt)]).toEqual([code, canPass(code) ? failedAt + 20_000 : null]);
  }
  expect(retryAt(null, failedAt)).toBeNull();
});

test('a longer pause requested by the service is respected, up to ten minutes', { tags: ['@C12', '@F1'] }, () => {
  expect(retryAt(errorOf('rate_limited', 60_000), failedAt)).toBe(failedAt + 60_000);
  expect(retryAt(errorOf('service_failed', 300_000), failedAt)).toBe(failedAt + 300_000);
  expect(retryAt(errorOf('service_failed', 1_000), failedAt)).toBe(failedAt + 20_000);
  expect(retryAt(errorOf('rate_limited', 86_400_000), failedAt)).toBe(failedAt + 600_000);
});
