import { expect, type Page } from '@playwright/test';
import { LoadedPage } from './loaded-page.ts';
import { OverviewPage } from './overview-page.ts';
import { TablePage } from './table-page.ts';

/** A page that shows a response of the service. */
export interface ReadingPage {
  readonly name: string;
  /** The route, without the `#`. */
  readonly route: string;
  /** The service path that it reads. */
  readonly path: '/api/v1/migrations' | '/api/v1/companies';
  /** Waits until the page shows or counts this many rows. */
  readonly shows: (page: Page, count: number) => Promise<void>;
}

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
    shows: (page, count) => expect(new LoadedPage(page, name).rows).toHaveCount(count),
  },
];

/** Every page that lists the service's rows, so that tests cover each state on all of them. */
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

/** Opens a route as a link does, without a reload. */
export const goTo = (page: Page, route: string): Promise<void> =>
  page.evaluate((hash) => {
    location.hash = hash;
  }, `#${route}`);
