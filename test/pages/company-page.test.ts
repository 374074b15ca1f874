import { within } from '@testing-library/dom';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { migrationOf } from '#test/fixtures/service/fake-service.ts';
import { eventually } from './eventually.ts';
import { goTo, main, openPages, says } from './open-pages.ts';

const pages = openPages();

test(
  'a company page mentions no missing migrations until the last page of a load was counted',
  { tags: ['@C33', '@C48'] },
  async () => {
    const id = '10000000-0000-4000-8000-000000000000';
    const migrations = Array.from({ length: 150 }, (_, index) =>
      migrationOf(index, index < 100 ? {} : { company_id: id }),
    );
    const lastPage = Promise.withResolvers<void>();
    pages.fakeService.answer('/api/v1/migrations', (request, reply) => {
      const page = Number(new URL(request.url ?? '', pages.fakeService.url).searchParams.get('page'));
      const body = { results: migrations.slice((page - 1) * 100, page * 100), page: { size: 100, total: 150 } };
      const send = () => reply.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
      if (page < 2) return send();
      return void lastPage.promise.then(send);
    });
    let counts = 0;
    let nextCount: Promise<unknown> = Promise.resolve();
    pages.intercept('loaded/groups', async (args, ask) => {
      await nextCount;
      const reply = await ask(args);
      counts += 1;
      return reply;
    });
    const isBusy = () => main().querySelector('.company')?.getAttribute('aria-busy');
    await pages.useProfile();
    await pages.call('loaded', 'start', { resource: 'migrations' });
    goTo(`/companies/${id}`);
    await eventually(() => expect(counts).toBeGreaterThan(1));
    await eventually(() => expect(isBusy()).toBeNull());
    const countReleased = Promise.withResolvers<void>();
    nextCount = countReleased.promise;
    lastPage.resolve();
    await eventually(() => expect(isBusy()).toBe('true'));
    expect(main().textContent).not.toContain('No migrations yet');
    countReleased.resolve();
    await says(main, /50, all 150 loaded/);
  },
);

test.each([
  [60, 'loads', /60, all 60 loaded/],
  [5_001, 'offers to load', /Load all 5,001 migrations to see which belong to this company/],
] as const)('with %i migrations, a company page %s all', { tags: ['@C33', '@C48'] }, async (total, _what, text) => {
  const id = '10000000-0000-4000-8000-000000000000';
  pages.fakeService.answer('/api/v1/migrations', (_request, reply) => {
    const results = Array.from({ length: 60 }, (_, index) => migrationOf(index, { company_id: id }));
    reply.writeHead(200, { 'Content-Type': 'application/json' });
    reply.end(JSON.stringify({ results, page: { size: 100, total } }));
  });
  await pages.useProfile();
  goTo(`/companies/${id}`);
  await eventually(() => expect(main().textContent).toMatch(text));
});

test(
  'a company page offers to resume a load that was paused before its first page',
  { tags: ['@C33', '@C48'] },
  async () => {
    const id = '10000000-0000-4000-8000-000000000000';
    const firstPage = Promise.withResolvers<void>();
    pages.fakeService.answer('/api/v1/migrations', async (_request, reply) => {
      await firstPage.promise;
      const results = Array.from({ length: 60 }, (_, index) => migrationOf(index, { company_id: id }));
      reply.writeHead(200, { 'Content-Type': 'application/json' });
      reply.end(JSON.stringify({ results, page: { size: 100, total: 60 } }));
    });
    await pages.useProfile();
    await pages.call('loaded', 'start', { resource: 'migrations' });
    await pages.call('loaded', 'pause', { resource: 'migrations' });
    goTo(`/companies/${id}`);
    await says(main, 'Loading was stopped before the first migrations arrived.');
    firstPage.resolve();
    await userEvent.click(within(main()).getByRole('button', { name: 'Resume' }));
    await eventually(() => expect(main().textContent).toMatch(/60, all 60 loaded/));
  },
);
