import { expect, test } from 'vitest';
import type { RequestDetail } from '#shared/console-contract/requests-calls.ts';
import { concerns, narrowRequest } from './gather.ts';

const id = '8f3c1d02-6b1e-4c6f-9f51-2b90fe639f51';
const other = '00000000-0000-4000-8000-000000000001';
const request = (path: string, text: string | null): RequestDetail =>
  ({
    line: { path },
    requestBody: { bytes: 0, text: null, state: 'none' },
    replyBody: { bytes: 9, text, state: 'whole' },
  }) as RequestDetail;

test('the support bundle finds requests for a migration by path or response', { tags: '@W5' }, () => {
  expect(concerns(request(`/api/v1/migrations/${id.toUpperCase()}`, null), id)).toBe(true);
  expect(concerns(request('/api/v1/migrations?page=1', JSON.stringify({ results: [{ id }] })), id)).toBe(true);
  expect(concerns(request('/api/v1/migrations?page=2', JSON.stringify({ results: [{ id: other }] })), id)).toBe(false);
});

test("the support bundle keeps only this migration's row of a list", { tags: ['@W5', '@T40'] }, () => {
  const text = JSON.stringify({ results: [{ id, tags: ['a', 'b'] }, { id: other }], page: { size: 25, total: 2 } });
  const { replyBody } = narrowRequest(request('/api/v1/migrations', text), id);
  expect(JSON.parse(replyBody.text ?? '')).toEqual({
    results: [{ id, tags: ['a', 'b'] }],
    page: { size: 25, total: 2 },
  });
});

test("the support bundle leaves out a body whose rows can't be separated", { tags: ['@W5', '@T40'] }, () => {
  const { replyBody } = narrowRequest(request('/api/v1/migrations', `[{"id":"${id}"},{"id":"${other}`), id);
  expect(replyBody).toMatchObject({ text: null, state: 'dropped' });
});
