import { expect, onTestFinished, test, vi } from 'vitest';
import { type DraftEvent, draftOf, draftProblem, reduceDraft, settingsOf } from './endpoint-draft.ts';

const after = (...events: readonly DraftEvent[]) => events.reduce(reduceDraft, draftOf(null));
const typed = (text: string) => ({ kind: 'typed', field: 'url', text }) as const;
const tick = (status: string) => ({ kind: 'ticked', status }) as const;
const some = { kind: 'heard', eventChoice: 'some' } as const;

test('an endpoint receives all statuses until the user chooses some, and the choice stays', { tags: '@W12' }, () => {
  const ticked = after(typed(' https://a.example/x '), some, tick('FAILED'), tick('COMPLETE'), tick('FAILED'));
  expect(settingsOf(ticked)).toEqual({ url: 'https://a.example/x', description: '', statuses: ['COMPLETE'] });
  const all = reduceDraft(ticked, { kind: 'heard', eventChoice: 'all' });
  expect(settingsOf(all).statuses).toBeNull();
  expect(settingsOf(reduceDraft(all, some)).statuses).toEqual(['COMPLETE']);
});

test('a missing value shows an error at its field, at the URL first', { tags: '@W12' }, () => {
  expect(draftProblem(after())).toMatchObject({ field: 'url' });
  for (const text of ['hooks.example.com', 'ftp://hooks.example.com', 'https://', 'javascript:alert(1)'])
    expect(draftProblem(after(typed(text))), text).toMatchObject({ field: 'url' });
  expect(draftProblem(after(typed('https://a.example'), some))).toMatchObject({ field: 'statuses' });
  expect(draftProblem(after(typed('https://a.example'), some, tick('FAILED')))).toBeNull();
});

test('URLs are validated in the oldest supported browser, too', { tags: '@W12' }, () => {
  const spy = vi.spyOn(URL, 'canParse').mockImplementation(() => {
    throw new TypeError('URL.canParse is not a function');
  });
  onTestFinished(() => spy.mockRestore());
  expect(draftProblem(after(typed('https://a.example')))).toBeNull();
  expect(draftProblem(after(typed('https://')))).toMatchObject({ field: 'url' });
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
