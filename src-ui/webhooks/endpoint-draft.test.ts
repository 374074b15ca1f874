import { expect, onTestFinished, test, vi } from 'vitest';
import { draftOf, draftProblem, type EndpointDraft, settingsOf } from './endpoint-draft.ts';

const after = (changes: Partial<EndpointDraft>): EndpointDraft => ({ ...draftOf(null), ...changes });
const some = { eventChoice: 'some' } as const;

test('an endpoint receives all statuses until the user chooses some, and the choice stays', { tags: '@W12' }, () => {
  const chosen = after({ url: ' https://a.example/x ', ...some, statuses: new Set(['COMPLETE']) });
  expect(settingsOf(chosen)).toEqual({ url: 'https://a.example/x', description: '', statuses: ['COMPLETE'] });
  const all: EndpointDraft = { ...chosen, eventChoice: 'all' };
  expect(settingsOf(all).statuses).toBeNull();
  expect(settingsOf({ ...all, ...some }).statuses).toEqual(['COMPLETE']);
});

test('a missing value shows an error at its field, at the URL first', { tags: '@W12' }, () => {
  expect(draftProblem(after({}))).toMatchObject({ field: 'url' });
  for (const text of ['hooks.example.com', 'ftp://hooks.example.com', 'https://', 'javascript:alert(1)'])
    expect(draftProblem(after({ url: text })), text).toMatchObject({ field: 'url' });
  expect(draftProblem(after({ url: 'https://a.example', ...some }))).toMatchObject({ field: 'statuses' });
  expect(draftProblem(after({ url: 'https://a.example', ...some, statuses: new Set(['FAILED']) }))).toBeNull();
});

test('URLs are validated in the oldest supported browser, too', { tags: '@W12' }, () => {
  const spy = vi.spyOn(URL, 'canParse').mockImplementation(() => {
    throw new TypeError('URL.canParse is not a function');
  });
  onTestFinished(() => spy.mockRestore());
  expect(draftProblem(after({ url: 'https://a.example' }))).toBeNull();
  expect(draftProblem(after({ url: 'https://' }))).toMatchObject({ field: 'url' });
});

test("editing starts with the endpoint's current values", { tags: '@W12' }, () => {
  const endpoint = {
    id: 'ep_1',
    url: 'https://a.example/',
    description: 'mine',
    statuses: ['FAILED', 'MELTED'],
    disabled: false,
    disabled_reason: null,
    created: '2026-11-20T14:32:00.000Z',
    previous_secret_until: null,
    recent: { delivered: 0, failed: 0, last_failure: null },
  };
  const { url, description, statuses } = endpoint;
  expect(settingsOf(draftOf(endpoint))).toEqual({ url, description, statuses });
});
