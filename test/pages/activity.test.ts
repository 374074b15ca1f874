import { screen, within } from '@testing-library/dom';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { migrationOf } from '#test/fixtures/service/fake-service.ts';
import { eventually } from './eventually.ts';
import { goTo, openPages } from './open-pages.ts';

const pages = openPages();

const failedMigration = migrationOf(1, { status: 'FAILED' });
const list = '/api/v1/migrations';
const activityPath = `/activity/v1/migrations/${failedMigration.id}`;
const cause = {
  code: 'source_failed',
  message: 'The source stopped responding during the copy.',
  party: 'source',
  next_step: 'Ask the end user to start again.',
};
const entry = (number: number, step: string, detail: object) => ({
  id: `act_${number}`,
  at: `2026-11-20T12:00:${String(number).padStart(2, '0')}.000Z`,
  step,
  detail,
});
const activity = (results: readonly object[], next: string | null = null) => ({
  migration_id: failedMigration.id,
  reference: '7KQ2M9TX',
  status: 'FAILED',
  cause,
  results,
  next,
});

const answerOne = (features: object): void => {
  const { fakeService } = pages;
  fakeService.answer(list, { body: { results: [failedMigration], page: { size: 25, total: 1 } } });
  fakeService.answer(`${list}/${failedMigration.id}`, { body: failedMigration });
  fakeService.answer('/.well-known/ferry', { body: { version: '1.0.0', ...features } });
  fakeService.answer(activityPath, (request, reply) => {
    const isSecondPage = new URL(request.url ?? '/', fakeService.url).searchParams.get('after') === '2';
    const page = isSecondPage
      ? activity([entry(3, 'ended', { status: 'FAILED', copied: 40, failed: 2, request_id: 'req-3' })])
      : activity([entry(1, 'session_created', { browser: 'firefox' }), entry(2, 'modal_opened', {})], '2');
    reply.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(page));
  });
};
const region = (name: string): HTMLElement => screen.getByRole('region', { name });

test(
  'the drawer shows the cause, the next step and the service’s timeline instead of observed statuses',
  { tags: '@X34' },
  async () => {
    answerOne({ activity: true });
    await pages.useProfile();
    goTo(`/migrations?open=${failedMigration.id}`);
    const timeline = await eventually(() => region('Timeline'));
    expect(
      within(timeline)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual([
      expect.stringMatching(/^Session created: Firefox/),
      expect.stringMatching(/^Modal opened/),
      expect.stringMatching(/^Failed: 40 copied, 2 failed/),
    ]);
    expect(screen.queryByRole('region', { name: 'Observed timeline' })).toBeNull();
    const meaning = region('Meaning');
    expect(within(meaning).getByRole('heading', { name: 'Cause' })).toBeTruthy();
    expect(meaning.textContent).toContain(cause.message);
    expect(
      within(meaning)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent?.trim()),
    ).toEqual([cause.next_step]);
    const drawer = screen.getByRole('complementary', { name: 'Migration' });
    expect(within(drawer).getByText('7KQ2M9TX')).toBeTruthy();
    expect(within(drawer).getByText('req-3')).toBeTruthy();
  },
);

test(
  'a migration of a service without activity shows the observed timeline and requests no activity',
  { tags: '@X34' },
  async () => {
    answerOne({});
    await pages.useProfile('Brightwater old');
    goTo(`/migrations?open=${failedMigration.id}`);
    await eventually(() => region('Observed timeline'));
    expect(region('Meaning').textContent).toContain('The copy stopped early.');
    expect(pages.fakeService.requests.some((request) => request.includes('/activity/'))).toBe(false);
  },
);

test('Find and the palette open a session by its reference or by a request ID', { tags: '@X34' }, async () => {
  const { fakeService } = pages;
  answerOne({ activity: true });
  const queries: string[] = [];
  fakeService.answer('/activity/v1/sessions', (request, reply) => {
    const query = new URL(request.url ?? '/', fakeService.url).searchParams;
    queries.push(`${query.get('reference')} ${query.get('request_id')}`);
    reply
      .writeHead(200, { 'Content-Type': 'application/json' })
      .end(JSON.stringify({ results: [{ migration_id: failedMigration.id }], next: null }));
  });
  await pages.useProfile('Brightwater search');
  goTo('/migrations');
  const field = await eventually(() => screen.getByRole('textbox', { name: 'Find by migration id' }));
  await userEvent.type(field, '7kq2-m9tx{Enter}');
  await eventually(() => region('Timeline'));
  expect(queries).toEqual(['7KQ2M9TX null']);

  goTo('/migrations');
  await eventually(() => expect(screen.queryByRole('complementary', { name: 'Migration' })).toBeNull());
  await userEvent.keyboard('{Control>}k{/Control}');
  await userEvent.type(await eventually(() => screen.getByRole('combobox')), '01KB2T9Z4Q8W3N5V7X1Y6R0D2E');
  await userEvent.click(await eventually(() => screen.getByRole('option', { name: /Open the session for request/ })));
  await eventually(() => region('Timeline'));
  expect(queries.at(-1)).toBe('null 01KB2T9Z4Q8W3N5V7X1Y6R0D2E');
});

test(
  'after a reference is typed in the palette, Enter waits for the lookup and opens the session that it finds',
  { tags: '@X34' },
  async () => {
    const { fakeService } = pages;
    answerOne({ activity: true });
    fakeService.answer('/activity/v1/sessions', {
      body: { results: [{ migration_id: failedMigration.id }], next: null },
    });
    await pages.useProfile('Brightwater slow');
    goTo('/companies');
    const { promise, resolve: release } = Promise.withResolvers<void>();
    const restore = pages.intercept('activity/find', async (args, ask) => promise.then(() => ask(args)));
    await userEvent.keyboard('{Control>}k{/Control}');
    await userEvent.type(await eventually(() => screen.getByRole('combobox')), '7kq2m9tx');
    // Without the session, another entry is the first.
    await eventually(() => screen.getByRole('option', { name: /Search all profiles for “7kq2m9tx”/ }));
    await userEvent.keyboard('{Enter}');
    expect(screen.getByRole('dialog', { name: 'Go to' })).toBeTruthy();
    release();
    await eventually(() => region('Timeline'));
    expect(location.hash).not.toContain('text=');
    restore();
  },
);

test(
  'Enter in the palette runs the first entry if a word of eight letters is not a reference',
  { tags: '@X34' },
  async () => {
    answerOne({ activity: true });
    pages.fakeService.answer('/activity/v1/sessions', { body: { results: [], next: null } });
    await pages.useProfile('Brightwater words');
    goTo('/companies');
    const { promise, resolve: release } = Promise.withResolvers<void>();
    const restore = pages.intercept('activity/find', async (args, ask) => promise.then(() => ask(args)));
    await userEvent.keyboard('{Control>}k{/Control}');
    await userEvent.type(await eventually(() => screen.getByRole('combobox')), 'settings{Enter}');
    release();
    await eventually(() => expect(location.hash).toContain('/settings'));
    restore();
  },
);

test(
  'Enter in the palette opens a migration by its ID, without waiting for a request ID of the same form',
  { tags: '@X34' },
  async () => {
    answerOne({ activity: true });
    await pages.useProfile('Brightwater ids');
    goTo('/companies');
    const { promise, resolve: release } = Promise.withResolvers<void>();
    const restore = pages.intercept('activity/find', async (args, ask) => promise.then(() => ask(args)));
    await userEvent.keyboard('{Control>}k{/Control}');
    await userEvent.type(await eventually(() => screen.getByRole('combobox')), failedMigration.id);
    await eventually(() => screen.getByRole('option', { name: /Open this migration/ }));
    await userEvent.keyboard('{Enter}');
    await eventually(() => region('Timeline'));
    expect(location.hash).toContain(failedMigration.id);
    release();
    restore();
  },
);
