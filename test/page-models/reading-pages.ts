import { expect, type Page } from '@playwright/test';
import { LoadedPage } from './loaded-page.ts';
import { OverviewPage } from './overview-page.ts';
import { TablePage } from './table-page.ts';

/** A page that shows what a service answered. */
export interface ReadingPage {
  readonly name: string;
  /** The route, without the `#`. */
  readonly route: string;
  /** The path of the service behind it. */
  readonly path: '/api/v1/migrations' | '/api/v1/companies';
  /** What a person presses before anything is read. */
  readonly begin?: (page: Page) => Promise<void>;
  /** Waits until so many rows of the service are on the page, or counted there. */
  readonly shows: (page: Page, count: number) => Promise<void>;
}

/** All rows are loaded when a person says so. */
const loadAll = (page: Page) =>
  page
    .locator('.listing-middle')
    .getByRole('button', { name: /^Load all/ })
    .click();

const paged = (name: 'Migrations' | 'Companies', path: ReadingPage['path']): readonly ReadingPage[] => [
  {
    name,
    route: `/${name.toLowerCase()}`,
    path,
    shows: (page, count) => expect(new TablePage(page, name).rows).toHaveCount(count),
  },
  {
    name: `${name}, all loaded`,
    route: `/${name.toLowerCase()}?view=all`,
    path,
    begin: loadAll,
    shows: (page, count) => expect(new LoadedPage(page, name).rows).toHaveCount(count),
  },
];

/** Every page that reads lists of the service; it is written once, so that each state is tried on all of them. */
export const readingPages: readonly ReadingPage[] = [
  {
    name: 'Overview',
    route: '/overview',
    path: '/api/v1/migrations',
    shows: async (page, count) => {
      const overview = new OverviewPage(page);
      await expect(overview.source).toHaveText(new RegExp(`(^All |newest )${count} `));
      await expect(overview.statuses).toBeVisible();
    },
  },
  ...paged('Migrations', '/api/v1/migrations'),
  ...paged('Companies', '/api/v1/companies'),
];

/** Goes to a route of the console as a link does: nothing is loaded anew. */
export const goTo = (page: Page, route: string): Promise<void> =>
  page.evaluate((hash) => {
    location.hash = hash;
  }, `#${route}`);
