import { expect, test } from 'vitest';
import type { AppError } from './app-error.ts';
import { describeAppError } from './app-error-text.ts';

const forbiddenAt = (path: string): AppError => ({
  code: 'forbidden',
  at: '2026-11-20T10:00:00.000Z',
  request: { method: 'GET', path, host: 'api.example', status: 403, tries: 1, durationMs: 12 },
});

test.each([
  ['/api/v1/migrations?page=1', "This key can't list migrations"],
  ['/api/v1/migrations/00000000-0000-4000-8000-000000000001', "This key can't read this migration"],
  ['/api/v1/companies?page=2&page_size=100', "This key can't list companies"],
  ['/api/v1/link-token', "This key can't create link tokens"],
  ['/healthz', "This key can't do this"],
])("the title says what a key without permission can't do: %s", { tags: '@C11' }, (path, title) => {
  expect(describeAppError(forbiddenAt(path)).title).toBe(title);
});

test.each([
  ['/api/v1/link-token', 'it expires within 60 s'],
  ['/hosted-links/v1', 'it works for 7 days'],
  ['/retries/v1/migrations/00000000-0000-4000-8000-000000000001', 'it works for 7 days'],
])('after a lost response, the message says how long the link or token may work: %s', { tags: '@F3' }, (path, text) => {
  expect(describeAppError({ ...forbiddenAt(path), code: 'reply_lost' }).text).toContain(text);
});
