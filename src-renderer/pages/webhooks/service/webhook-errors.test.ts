import { expect, test } from 'vitest';
import { appErrorCodes } from '#shared/app-error-codes.ts';
import { createError } from '#shared/app-error.ts';
import { newEndpointSchema } from '#shared/webhooks-api/endpoints.ts';
import { changeErrorText, refusedFieldOf } from './webhook-errors.ts';

const at = new Date('2026-11-20T14:32:00Z');

test('endpoints: the error about a rejected URL appears at the URL field', { tags: '@W12' }, () => {
  const error = createError('invalid_request', at, {
    detail: 'url must not have a fragment, because HTTP never sends it.',
  });
  expect(refusedFieldOf(error)).toBe('url');
  expect(changeErrorText(error)).toBe('The URL must not have a fragment, because HTTP never sends it.');
  const fullError = createError('invalid_request', at, { detail: 'The organization has 20 endpoints.' });
  expect(refusedFieldOf(fullError)).toBeNull();
  expect(changeErrorText(fullError)).toBe('The organization has 20 endpoints.');
});

test("endpoints: errors from the service's schema appear at their field, too", { tags: '@W12' }, () => {
  const wrong = [
    ['url', { url: '' }],
    ['description', { url: 'https://a.example', description: 'x'.repeat(201) }],
    ['statuses', { url: 'https://a.example', statuses: [] }],
  ] as const;
  for (const [field, body] of wrong) {
    const detail = newEndpointSchema.safeParse(body).error?.issues[0]?.message ?? '';
    expect(refusedFieldOf(createError('invalid_request', at, { detail })), detail).toBe(field);
  }
});

test('every error of a change has its own message, and no message mentions link tokens', { tags: '@W12' }, () => {
  for (const code of appErrorCodes) {
    const text = changeErrorText(createError(code, at, { detail: 'There are twenty.' }));
    expect(text).toMatch(/\.$/);
    expect(text).not.toContain('token');
  }
});
