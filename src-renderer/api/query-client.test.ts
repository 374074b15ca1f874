import { expect, test } from 'vitest';
import type { AppErrorCode } from '#shared/app-error-codes.ts';
import { ConsoleCallError } from './console-api.ts';
import { createQueryClient } from './query-client.ts';

/** Reads once with a new cache. The first responses are these errors, the last response is `rows`. */
async function read(...errors: AppErrorCode[]): Promise<{ readonly result: unknown; readonly requestCount: number }> {
  let requestCount = 0;
  const result = await createQueryClient()
    .fetchQuery({
      queryKey: ['rows'],
      queryFn: () => {
        const code = errors[requestCount];
        requestCount += 1;
        if (code) throw new ConsoleCallError({ code, at: '2026-11-21T10:00:00.000Z' });
        return Promise.resolve('rows');
      },
    })
    .catch((error: unknown) => (error instanceof ConsoleCallError ? error.appError.code : error));
  return { result, requestCount };
}

test('a read interrupted by a profile change starts again', { tags: '@C5' }, async () => {
  expect(await read('cancelled', 'cancelled')).toEqual({ result: 'rows', requestCount: 3 });
});

test('retries of a cancelled read are limited, and a failed read is not retried', { tags: '@C5' }, async () => {
  expect(await read('cancelled', 'cancelled', 'cancelled', 'cancelled')).toEqual({
    result: 'cancelled',
    requestCount: 4,
  });
  expect(await read('offline')).toEqual({ result: 'offline', requestCount: 1 });
});
