import { screen, within } from '@testing-library/dom';
import userEvent from '@testing-library/user-event';
import { expect } from 'vitest';
import { eventually } from './eventually.ts';

/** A page that shows what a service answered. */
export interface ReadingPage {
  readonly name: string;
  /** The route, without the `#`. */
  readonly route: string;
  /** The path of the service behind it. */
  readonly path: '/api/v1/migrations' | '/api/v1/companies';
  /** What a person presses before anything is read. */
  readonly begin?: () => Promise<void>;
  /** Waits until so many rows of the service are on the page, or counted there. */
  readonly shows: (count: number) => Promise<void>;
}

type List = 'Migrations' | 'Companies';

/** Rows with data of a list, without its head; of all that are loaded, those that are drawn. */
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
    begin: async () => {
      const button = await eventually(() => {
        const middle = document.querySelector<HTMLElement>('.listing-middle');
        expect(middle).not.toBeNull();
        return within(middle!).getByRole('button', { name: /^Load all/ });
      });
      await userEvent.click(button);
    },
    shows: shows(list),
  },
];

/** Every page that reads lists of the service; it is written once, so that each state is tried on all of them. */
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
