import { operations } from '#shared/migration-api/operations.ts';
import { isTotalBelow } from '#shared/tolerant-reading/read-listing.ts';
import { idsOf, type ListSurvey, type SurveyedPage } from '../list-survey.ts';
import { type ContractRule, isSuccess, type RuleResult, placeOf } from '../rule.ts';
import type { Survey } from '../survey.ts';

/** Returns the expected page size. The default for migrations is ten rows; the default for companies is unspecified. */
const requestedSizeOf = ({ requestedSize, call }: SurveyedPage): number | null =>
  requestedSize ?? (call.operation.id === operations.listMigrations.id ? 10 : null);

const listsOf = ({ migrations, companies }: Survey): readonly ListSurvey[] => [migrations, companies];

const wrongSizes = ({ pages }: ListSurvey): string[] => {
  const knownCount = new Set(pages.flatMap(idsOf)).size;
  return pages.flatMap((page) => {
    const { call, number, count, size, total } = page;
    const request = requestedSizeOf(page);
    if (request === null) return [];
    // A list may grow between requests, so a page's own total limits how many rows the page must have.
    const availableCount = Math.min(total ?? knownCount, knownCount);
    if (count > request) return `${placeOf(call)}, ${count} rows; requested ${request}`;
    if (number === 1 && count < Math.min(request, availableCount)) {
      return `${placeOf(call)}, ${count} rows; requested ${request}, available ${availableCount}`;
    }
    // The descriptor's size may be the requested size or the number of rows.
    return size === null || size === request || size === count
      ? []
      : `${placeOf(call)}, page.size ${size} for ${request}`;
  });
};

const wrongTotals = ({ pages, steady, ending }: ListSurvey): string[] => {
  const lowTotals = pages.flatMap((page) => {
    const { call, number, count, total } = page;
    const size = requestedSizeOf(page) ?? count;
    return total !== null && isTotalBelow(number, size, count, total)
      ? `${placeOf(call)}, page.total ${total} although row ${(number - 1) * size + count} exists`
      : [];
  });
  const [last] = ending;
  const total = last?.page?.total ?? steady?.first.total ?? 0;
  const { number = 1, size = 100 } = last?.call.page ?? {};
  const expectedCount = Math.min(Math.max(total - (number - 1) * (size ?? 100), 0), size ?? 100);
  const isRefused = last !== undefined && (last.call.status ?? 500) >= 400 && (last.call.status ?? 500) < 500;
  const count = last?.page?.count ?? (isRefused && last.call.status !== 429 ? 0 : expectedCount);
  const totals = new Set(steady ? [steady.first.total, steady.second.total, steady.both.total] : []);
  return [
    ...lowTotals,
    ...(last && count < expectedCount
      ? [`${placeOf(last.call)}, ${count} rows instead of ${expectedCount}, according to page.total ${total}`]
      : []),
    ...(steady && totals.size > 1 ? [`${placeOf(steady.second.call)}, page.total differs from the first page's`] : []),
  ];
};

const overlaps = (list: ListSurvey): string[] => {
  const { steady } = list;
  if (steady === null) return [];
  const { first, second, both } = steady;
  const firstIds = new Set(idsOf(first));
  const repeatedIds = idsOf(second).filter((id) => firstIds.has(id));
  if (repeatedIds.length > 0) return [`${placeOf(second.call)}, repeats ${repeatedIds.length} rows of the first page`];
  const hasDuplicates = idsOf(both).length !== new Set(idsOf(both)).size;
  const hasOtherRows = idsOf(both).join() !== [...idsOf(first), ...idsOf(second)].join();
  return hasDuplicates || (hasOtherRows && wrongSizes(list).length === 0)
    ? [`${placeOf(both.call)}, rows differ from the same rows on two pages of half the size`]
    : [];
};

/** Whether row positions can be compared. They can't if page sizes are wrong or pages overlap. */
const canComparePositions = (list: ListSurvey): boolean => wrongSizes(list).length === 0 && overlaps(list).length === 0;

const timeOf = (row: Readonly<Record<string, unknown>> | undefined): number => Date.parse(String(row?.['created']));

const stepsBack = (rows: SurveyedPage['rows']): number =>
  rows.findIndex((row, index) => index > 0 && timeOf(row) > timeOf(rows[index - 1]));

const wrongOrder = (list: ListSurvey): string[] => {
  const { pages, steady } = list;
  const wrongRows = pages.flatMap(({ call, rows }) => {
    const rowIndex = stepsBack(rows);
    return rowIndex === -1 ? [] : `${placeOf(call)}, row ${rowIndex + 1} is newer than the row above`;
  });
  if (wrongRows.length > 0 || steady === null || !canComparePositions(list)) return wrongRows;
  const { first, second } = steady;
  const isOutOfOrder = timeOf(second.rows[0]) > timeOf(first.rows.at(-1));
  return isOutOfOrder ? [`${placeOf(second.call)}, first row newer than the previous page's last row`] : [];
};

const foreignCompanies = ({ companies: { pages } }: Survey): string[] => {
  const owners = new Map<string, { readonly place: string; rows: number }>();
  for (const { rows, call } of pages) {
    for (const { organization_id: owner } of rows) {
      if (typeof owner !== 'string') continue;
      const known = owners.get(owner) ?? { place: placeOf(call), rows: 0 };
      owners.set(owner, { ...known, rows: known.rows + 1 });
    }
  }
  const [, ...others] = [...owners.values()].toSorted((one, other) => other.rows - one.rows);
  return others.map(({ place }) => `${place}, a company of a different organization`);
};

const judgeLists =
  (findFaults: (list: ListSurvey) => readonly string[], countOf: (list: ListSurvey) => number) =>
  (survey: Survey): RuleResult => {
    const lists = listsOf(survey);
    return {
      checkedCount: lists.reduce((sum, list) => sum + countOf(list), 0),
      wrong: lists.flatMap((list) => findFaults(list)),
      missed: 'The lists are too short, or changed during the check',
    };
  };

export const listRules: readonly ContractRule[] = [
  {
    id: 'page_sizes',
    title: 'Pages have the requested size',
    broken: 'A page has the wrong size',
    check: judgeLists(wrongSizes, ({ pages }) => pages.length),
  },
  {
    id: 'page_totals',
    title: "A list's total is its number of rows",
    broken: "A list's total isn't its number of rows",
    check: judgeLists(
      (list) => (canComparePositions(list) ? wrongTotals(list) : []),
      (list) => (canComparePositions(list) ? list.pages.filter(({ total }) => total !== null).length : 0),
    ),
  },
  {
    id: 'page_overlap',
    title: 'No row appears on two pages',
    broken: 'Rows appear on two pages, or their order depends on the page size',
    check: judgeLists(overlaps, ({ steady }) => (steady?.second.count ? 1 : 0)),
  },
  {
    id: 'created_order',
    title: 'Lists are sorted newest first',
    broken: "A list isn't ordered by creation time",
    check: (survey) => {
      const violations = survey.single.flatMap(({ row, call }) => {
        const { created } = (call.json ?? {}) as { readonly created?: unknown };
        const isOther = isSuccess(call) && typeof created === 'string' && timeOf({ created }) !== timeOf(row);
        return isOther ? `${placeOf(call)}, a created time that differs from the list` : [];
      });
      const lists = judgeLists(wrongOrder, ({ pages }) => pages.filter(({ count }) => count > 1).length)(survey);
      return { ...lists, wrong: [...lists.wrong, ...violations] };
    },
  },
  {
    id: 'own_rows',
    title: 'Lists contain rows of one organization only',
    broken: 'A list contains a row of another organization',
    check: (survey) => {
      const violations = survey.single.flatMap(({ row, call }) => {
        if (call.status === 404 || call.status === 403)
          return `${placeOf(call)}, although the list contains this migration`;
        const { id } = (call.json ?? {}) as { readonly id?: unknown };
        return isSuccess(call) && typeof id === 'string' && id !== row['id']
          ? `${placeOf(call)}, another migration`
          : [];
      });
      const companies = survey.companies.pages.reduce((sum, { count }) => sum + count, 0);
      return {
        checkedCount: survey.single.length + companies,
        wrong: [...foreignCompanies(survey), ...violations],
        missed: 'No rows',
      };
    },
  },
];
