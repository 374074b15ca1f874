import { screen, within } from '@testing-library/dom';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { migrationOf } from '#test/fixtures/service/fake-service.ts';
import { eventually } from './eventually.ts';
import { goTo, openPages } from './open-pages.ts';

const pages = openPages();

const { id } = migrationOf(1);
const list = '/api/v1/migrations';
const reportPath = `/reports/v1/migrations/${id}`;

/** The copy report of the open migration. */
const report = (): HTMLElement => screen.getByRole('region', { name: 'What was copied' });
const reportSays = (text: string): Promise<void> => eventually(() => expect(report().textContent).toContain(text));
const items = (): HTMLElement[] =>
  within(screen.getByRole('list', { name: 'Items that were not copied' })).getAllByRole('listitem');
const press = async (name: string): Promise<void> =>
  userEvent.click(await eventually(() => within(report()).getByRole('button', { name })));

/** Serves one migration; `features` is what the service reports in its health check. */
const answerOne = (features: object | null = { version: '1.0.0', reports: true }): void => {
  const { fakeService } = pages;
  fakeService.answer(list, { body: { results: [migrationOf(1)], page: { size: 25, total: 1 } } });
  fakeService.answer(`${list}/${id}`, { body: migrationOf(1) });
  fakeService.answer('/.well-known/ferry', features ? { body: features } : { status: 404, body: 'Not found' });
  fakeService.answer(reportPath, { status: 404, body: { message: 'There is no report.' } });
};
const open = async (name?: string): Promise<void> => {
  await pages.useProfile(name);
  goTo(`/migrations?open=${id}`);
};

const [kind, began] = ['contacts', '2026-11-20T12:00:00.000Z'];
/** A report of one address book with these item counts. */
const reportOf = (counts: { total: number; copied: number; failed: number }, status: string) => {
  const all = { ...counts, skipped: 0, pending: counts.total - counts.copied - counts.failed };
  const ended = status === 'WORKING' ? null : began;
  const reasons = [{ reason: 'too_large', count: counts.failed }];
  return {
    object: 'report',
    migration_id: id,
    status,
    is_practice: false,
    began,
    ended,
    kept_until: ended,
    ...all,
    collections: [{ id: kind, name: kind, kind, ...all, reasons }],
  };
};
const lineOf = (name: string, how: { state: string; reason: string | null }): string =>
  `${JSON.stringify({ collection: kind, kind, item: `${name}.vcf`, place: null, ...how })}\n`;
const copied = { state: 'copied', reason: null };
const failed = { state: 'failed', reason: 'too_large' };
const ndjson = { 'Content-Type': 'application/x-ndjson' };

test(
  'a service without reports and a migration without a report have different messages',
  { tags: '@W14' },
  async () => {
    for (const [features, words] of [
      [null, 'This service stores no reports'],
      [{ version: '1.0.0', reports: true }, 'No report for this migration'],
    ] as const) {
      answerOne(features);
      await open(features ? 'Brightwater new' : 'Brightwater old');
      await reportSays(words);
      expect(within(report()).queryAllByRole('button')).toEqual([]);
      // The console requests no report if the service says it has none.
      expect(pages.fakeService.requests.some((request) => request.includes(reportPath))).toBe(features !== null);
    }
  },
);

test(
  'an unreadable report shows an error, and a button reads the report again',
  { tags: ['@W14', '@F25'] },
  async () => {
    answerOne();
    pages.fakeService.answer(reportPath, { status: 403, body: { message: 'no' } });
    await open();
    await eventually(() =>
      expect(within(report()).getByRole('alert').textContent).toContain("This key can't read reports"),
    );
    screen.getByRole('region', { name: 'Meaning' });
    answerOne();
    await press('Reload the report');
    await reportSays('No report for this migration');
  },
);

test('while a new retry link is created, the previous link is hidden', { tags: ['@W14', '@S27'] }, async () => {
  answerOne({ version: '1.0.0', reports: true, retries: true });
  const { fakeService } = pages;
  fakeService.answer(reportPath, { body: reportOf({ total: 4, copied: 2, failed: 2 }, 'COMPLETED_WITH_FAILURES') });
  const link = {
    url: 'https://api.example/start#Jd9Mf2Gs7',
    user_id: 'ada@example.com',
    expires: '2036-11-27T12:00:00.000Z',
  };
  fakeService.answer(`/retries/v1/migrations/${id}`, { body: link });
  await open();
  await press('Retry failed items');
  await reportSays('Send the link to ada@example.com');
  fakeService.answer(`/retries/v1/migrations/${id}`, { status: 409, body: { message: 'Not now' } });
  await press('Retry failed items');
  await reportSays('Not now');
  expect(report().textContent).not.toContain('Send the link');
  fakeService.answer(`/retries/v1/migrations/${id}`, (request) => void request.destroy());
  await press('Retry failed items');
  await reportSays('No response. A hosted link may have been created. If so, it works for 7 days.');
});

test('items that the destination changed count as copied, and each change is listed', { tags: '@X31' }, async () => {
  const { fakeService } = pages;
  answerOne();
  const whole = reportOf({ total: 3, copied: 2, failed: 0 }, 'COMPLETE');
  const counts = { copied: 2, altered: 1, pending: 0 };
  const collections = [{ ...whole.collections[0], ...counts, reasons: [] }];
  fakeService.answer(reportPath, { body: { ...whole, ...counts, collections } });
  const changes = [
    { property: 'ORG', before: 'A;B', after: 'A\\;B' },
    { property: 'NICKNAME', before: 'Al', after: null },
  ];
  const altered = { ...JSON.parse(lineOf('a', { state: 'altered', reason: null })), changes };
  const line = `${JSON.stringify(altered)}\n`;
  fakeService.answer(`${reportPath}/items`, (_request, reply) => void reply.writeHead(200, ndjson).end(line));
  await open();
  await reportSays('3 of 3 items');
  expect(within(report()).getByRole('columnheader', { name: 'Changed' })).toBeTruthy();
  await press('Show the item that was changed');
  await reportSays('Contacts, changed');
  await reportSays('ORG: A;B → A\\;B');
  await reportSays('NICKNAME removed: Al');
});

test(
  'items that weren’t copied keep their positions during a copy, and new items are inserted between them',
  { tags: '@W14' },
  async () => {
    answerOne();
    const { fakeService } = pages;
    const show = (failures: readonly string[]): void => {
      const migration = migrationOf(1, { status: 'WORKING' });
      fakeService.answer(`${list}/${id}`, { body: migration });
      fakeService.answer(list, { body: { results: [migration], page: { size: 25, total: 1 } } });
      fakeService.answer(reportPath, { body: reportOf({ total: 90, copied: 40, failed: failures.length }, 'WORKING') });
      const lines = failures.map((name) => lineOf(name, failed)).join('');
      fakeService.answer(`${reportPath}/items`, (_request, reply) => void reply.writeHead(200, ndjson).end(lines));
    };
    show(['b', 'd']);
    await open();
    await press('Show the 2 items that were not copied');
    await eventually(() => expect(items()).toHaveLength(2));
    const read = items().at(-1);
    for (const names of [
      ['a', 'b', 'd'],
      ['a', 'b', 'c', 'd', 'e'],
    ]) {
      show(names);
      await userEvent.click(screen.getByRole('button', { name: 'Refresh' }));
      await eventually(() =>
        expect(items().map(({ textContent }) => textContent?.slice(0, 5))).toEqual(names.map((name) => `${name}.vcf`)),
      );
      // The DOM node must be the same, so that a reader doesn't lose the line.
      expect(read?.isConnected).toBe(true);
      await eventually(() => expect(within(report()).getByRole('status').textContent).toBe(''));
    }
  },
);

test(
  'a forbidden collection and a collection that the copy never reached each have a message',
  { tags: '@W14' },
  async () => {
    answerOne();
    const whole = reportOf({ total: 12, copied: 12, failed: 0 }, 'FAILED');
    const none = { kind, total: 0, copied: 0, skipped: 0, failed: 0, pending: 0, reasons: [] };
    const forbidden = { ...none, id: 'f', name: 'Shared', total: 7, pending: 7, is_counted: true, is_forbidden: true };
    const unreached = { ...none, id: 'u', name: 'Last', is_counted: false, is_forbidden: false };
    const collections = [{ ...whole.collections[0], reasons: [] }, forbidden, unreached];
    pages.fakeService.answer(reportPath, { body: { ...whole, total: 19, pending: 7, collections } });
    await open();
    await reportSays('12 of at least 19 items');
    const sharedRow = within(within(report()).getByRole('row', { name: /^Shared/ }));
    expect(sharedRow.getByRole('rowheader').textContent).toContain('The source denies access to this collection.');
    expect(sharedRow.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual(['0', '0', '0', '7']);
    const last = within(within(report()).getByRole('row', { name: /^Last/ }));
    expect(last.getByRole('rowheader').textContent).toContain(
      "The copy didn't reach this collection, so its item count is unknown.",
    );
    expect(last.getAllByRole('cell').at(-1)?.textContent).toBe('?');
  },
);

test('Overview lists complete migrations whose items were changed', { tags: ['@X31', '@C44'] }, async () => {
  answerOne();
  const whole = reportOf({ total: 305, copied: 293, failed: 0 }, 'COMPLETE');
  pages.fakeService.answer(reportPath, { body: { ...whole, altered: 12, pending: 0, collections: [] } });
  await pages.useProfile();
  goTo('/overview');
  const filter = await eventually(() => screen.getByRole('radio', { name: /Complete with changes/ }));
  await userEvent.click(filter);
  const card = screen.getByRole('region', { name: 'Needs attention' });
  expect(card.textContent).toContain('12 of 305 items were changed by the destination');
  expect(within(card).queryByRole('link', { name: 'Open as list' })).toBeNull();
});

test('the console stops reading items if the service’s cursors form a loop', { tags: ['@W14', '@F25'] }, async () => {
  answerOne();
  const { fakeService } = pages;
  fakeService.answer(reportPath, { body: reportOf({ total: 90, copied: 80, failed: 10 }, 'COMPLETED_WITH_FAILURES') });
  const requests: (string | null)[] = [];
  fakeService.answer(`${reportPath}/items`, (request, reply) => {
    const after = new URL(request.url ?? '/', fakeService.url).searchParams.get('after');
    requests.push(after);
    const link = `<${reportPath}/items?after=${after === 'one' ? 'two' : 'one'}>; rel="next"`;
    reply.writeHead(200, { ...ndjson, Link: link }).end(lineOf(`${after}`, failed));
  });
  await open();
  await press('Show the 10 items that were not copied');
  await eventually(() =>
    expect(within(report()).getByRole('alert').textContent).toContain('returned a link to an earlier page'),
  );
  expect(items()).toHaveLength(3);
  expect(requests).toEqual([null, 'one', 'two']);
});

test('after an error, a button continues the interrupted item list', { tags: '@W14' }, async () => {
  answerOne();
  const { fakeService } = pages;
  fakeService.answer(reportPath, { body: reportOf({ total: 4, copied: 2, failed: 2 }, 'COMPLETED_WITH_FAILURES') });
  const requests: (string | null)[] = [];
  fakeService.answer(`${reportPath}/items`, (request, reply) => {
    const after = new URL(request.url ?? '/', fakeService.url).searchParams.get('after');
    requests.push(after);
    const names = after === null ? ['0', '1'] : ['2', '3'];
    const lines = names.map((name, index) => lineOf(name, index === 0 ? copied : failed)).join('');
    const link = { Link: `<${reportPath}/items?after=2>; rel="next"` };
    if (requests.length === 2) reply.writeHead(403, { 'Content-Type': 'application/json' }).end('{"message":"no"}');
    else reply.writeHead(200, { ...ndjson, ...(after === null ? link : {}) }).end(lines);
  });
  await open();
  await press('Show the 2 items that were not copied');
  await eventually(() => within(report()).getByRole('alert'));
  expect(items()).toHaveLength(1);
  await press('Continue');
  await eventually(() => expect(items()).toHaveLength(2));
  expect(within(report()).queryByRole('alert')).toBeNull();
  expect(requests).toEqual([null, '2', '2']);
});
