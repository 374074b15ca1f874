import type { Operation } from '#shared/migration-api/operations.ts';
import { asRecord } from '#shared/tolerant-reading/read-json.ts';
import { readCount } from '#shared/tolerant-reading/read-listing.ts';
import { type SendSurveyed, sendOperation, type SurveyedCall, type SurveyRequest } from './send-surveyed.ts';

export interface SurveyedPage {
  readonly call: SurveyedCall;
  readonly number: number;
  /** The requested page size; null for the default. */
  readonly requestedSize: number | null;
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  readonly count: number;
  /** The size in the page descriptor. Null if the size isn't a number. */
  readonly size: number | null;
  readonly total: number | null;
}

interface ListEnding {
  readonly call: SurveyedCall;
  readonly page: SurveyedPage | null;
}

export interface ListSurvey {
  readonly operation: Operation;
  readonly pages: readonly SurveyedPage[];
  /** The first two pages, requested separately and as one page of an unchanged list. Null if the list kept changing. */
  readonly steady: { readonly first: SurveyedPage; readonly second: SurveyedPage; readonly both: SurveyedPage } | null;
  readonly ending: readonly ListEnding[];
  readonly rows: readonly Readonly<Record<string, unknown>>[];
}

const halfPageSize = 5;
const maxPageSize = 100;
const maxTries = 3;

function readPage(call: SurveyedCall): SurveyedPage | null {
  const { page, status, json } = call;
  const results = asRecord(json)?.['results'];
  if (page === undefined || status === null || status < 200 || status > 299 || !Array.isArray(results)) return null;
  const descriptor = asRecord(asRecord(json)?.['page']);
  return {
    call,
    number: page.number,
    requestedSize: page.size,
    rows: results.map(asRecord).filter((row) => row !== null),
    count: results.length,
    size: readCount(descriptor?.['size']),
    total: readCount(descriptor?.['total']),
  };
}

export const idsOf = ({ rows }: SurveyedPage): readonly string[] => rows.map((row) => String(row['id']));

const isSame = (one: SurveyedPage, other: SurveyedPage): boolean =>
  one.total === other.total && idsOf(one).join() === idsOf(other).join();

export async function surveyList(ask: SendSurveyed, operation: Operation, authorization: string): Promise<ListSurvey> {
  const pages: SurveyedPage[] = [];
  const send = async (number: number, size: number | null, expects: SurveyRequest['expects']) => {
    const query = size === null ? '' : `?page=${number}&page_size=${size}`;
    const page = { number, size };
    const call = await sendOperation(ask, operation, { path: operation.path + query, authorization, expects, page });
    const surveyedPage = readPage(call);
    if (surveyedPage !== null) pages.push(surveyedPage);
    return { call, page: surveyedPage };
  };
  const read = async (number: number, size: number | null) => (await send(number, size, 'success')).page;
  const defaultPage = await read(1, null);
  let steady: ListSurvey['steady'] = null;
  const triesLeft = defaultPage === null ? 0 : maxTries;
  for (let attempt = 0; steady === null && attempt < triesLeft; attempt += 1) {
    const first = await read(1, halfPageSize);
    const second = await read(2, halfPageSize);
    const doublePage = await read(1, 2 * halfPageSize);
    const repeatedPage = await read(1, halfPageSize);
    if (!first || !second || !doublePage || !repeatedPage) break;
    if (isSame(first, repeatedPage)) steady = { first, second, both: doublePage };
  }
  const total = steady?.first.total ?? null;
  const ending: ListEnding[] = [];
  if (total !== null) {
    const last = Math.max(Math.ceil(total / maxPageSize), 1);
    // The specification doesn't define pages after the last page, but a service must not refuse requests for them.
    ending.push(await send(last, maxPageSize, null), await send(last + 1, maxPageSize, null));
  }
  return { operation, pages, steady, ending, rows: steady?.both.rows ?? [] };
}
