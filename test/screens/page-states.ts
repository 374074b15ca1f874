import type { Page } from '@playwright/test';
import { migrationOf, type StandInService } from '#test/fixtures/service/stand-in-service.ts';
import type { Screen } from './screens.ts';

const lists = ['/api/v1/migrations', '/api/v1/companies'] as const;
const results = Array.from({ length: 25 }, (_, index) =>
  migrationOf(index, { status: index % 3 ? 'COMPLETE' : 'FAILED' }),
);
const some = { results, page: { size: 25, total: 25 } };
const answer = (service: StandInService, how: Parameters<StandInService['answer']>[1]): void => {
  for (const path of lists) service.answer(path, how);
};
const retry = (page: Page) => page.getByRole('button', { name: /Retry|Try now/ }).first();

/** The pages that have the states of Migrations in a shape of their own, and what stands there when all is well. */
const pages = [
  ['overview', '/overview', (page: Page) => page.getByRole('table', { name: 'Migrations by status' })],
  ['companies', '/companies', (page: Page) => page.getByRole('table', { name: 'Companies' })],
] as const;

/** Skeletons and failures of the pages beside Migrations. */
export const pageStates: readonly Screen[] = pages.flatMap(([name, path, there]): Screen[] => [
  {
    name: `${name}-loading`,
    path,
    service: (service) => answer(service, () => undefined),
    ready: (page) => page.locator('.skeleton-rows').first(),
  },
  {
    name: `${name}-error`,
    path,
    service: (service) =>
      answer(service, { status: 503, body: { type: 'api_error', message: 'The store is not reachable.' } }),
    ready: retry,
  },
  {
    name: `${name}-forbidden`,
    path,
    service: (service) =>
      answer(service, { status: 403, body: { type: 'api_error', message: 'This key may not read lists.' } }),
    ready: (page) => page.getByRole('main').getByRole('alert'),
  },
  {
    name: `${name}-stale`,
    path,
    service: (service) => answer(service, { body: some }),
    act: async (page, service) => {
      await there(page).waitFor();
      answer(service, (request) => request.socket.destroy());
      service.answer('*', (request) => request.socket.destroy());
      await page.keyboard.press('F5');
    },
    ready: retry,
  },
]);
