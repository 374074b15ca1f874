import { screen } from '@testing-library/dom';
import { expect } from 'vitest';
import { eventually } from './eventually.ts';

/** A page that shows a response of the service. */
export interface ReadingPage {
  readonly name: string;
  /** The route, without the `#`. */
  readonly route: string;
  /** The service path that it reads. */
  readonly path: '/api/v1/migrations' | '/api/v1/companies';
  /** Waits until the page shows or counts this many rows. */
  readonly shows: (count: number) => Promise<void>;
}

type List = 'Migrations' | 'Companies';

/** The list's data rows that are drawn, without the header. */
export const rowsOf = (list: List): HTMLTableRowElement[] => [
  ...(screen.queryByRole('table', { name: list })?.querySelectorAll<HTMLTableRowElement>('tbody tr') ?? []),
];

const shows = (list: List) => (count: number) =>
  eventually(() => expect(rowsOf(list).filter((row) => row.textContent !== '')).toHaveLength(count));

const paged = (list: List, path: ReadingPage['path']): readonly ReadingPage[] => [
  { name: list, route: `/${list.toLowerCase()}`, path, shows: shows(list) },
  {
    name: `${list}, all loaded`,
    route: `/${list.toLowerCase()}?view=all`,
    path,
    shows: shows(list),
  },
];

/** Every page that lists the service's rows, so that tests cover each state on all of them. */
export const readingPages: readonly ReadingPage[] = [
  {
    name: 'Overview',
    route: '/overview',
    path: '/api/v1/migrations',
    shows: async (count) => {
      await eventually(() =>
        expect(document.querySelector('.overview-source')?.textContent).toMatch(new RegExp(`(^All |newest )${count} `)),
      );
      await screen.findByRole('table', { name: 'Migrations by status' });
    },
  },
  ...paged('Migrations', '/api/v1/migrations'),
  ...paged('Companies', '/api/v1/companies'),
];
