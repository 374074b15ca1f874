import type { z } from 'zod';
import { andThen, mapOutcome, type Outcome, succeed } from '#shared/app-error.ts';
import { listSessions, readActivity, readFunnel } from '#shared/activity-api/activity.ts';
import {
  type ActivitySummary,
  type ActivityView,
  activityViewSchema,
  funnelViewSchema,
  sessionsViewSchema,
} from '#shared/console-contract/activity-calls.ts';
import type { Calls } from '#shared/console-contract/calls.ts';
import type { ResultOf } from '#shared/console-contract/types.ts';
import { lookupLimits, maxSummaries } from '#shared/list-limits.ts';
import { isFinalStatus } from '#shared/migration-api/migration-steps.ts';
import { readSessionKey } from '#shared/search-text/session-key.ts';
import type { BaseTopics } from '../base-topics/base-topics.ts';
import type { Access } from '../api-client/service-client.ts';
import { readSeveral, setBounded } from '../api-client/read-several.ts';
import type { ConsoleHandlers } from '../calls/console-handlers.ts';

type ActivityResult = ResultOf<Calls['activity']['get']>;

const pageSize = 100;
/** A migration has at most 500 entries. A service that reports more pages is repeating entries. */
const maxPages = 6;
const maxStored = 1_000;
const concurrency = 4;

const requestIdOf = ({ results }: ActivityView): string | null => {
  const last = results.findLast(({ detail }) => typeof detail['request_id'] === 'string');
  return last === undefined ? null : String(last.detail['request_id']).slice(0, 64);
};

export function createActivityTopic({ profiles, api, features }: BaseTopics) {
  /** Summaries of ended migrations by binding and ID. These summaries can't change. */
  const cache = new Map<string, ActivitySummary>();

  const explain = () => "The activity isn't in Ferry's format.";
  const read = <Value>(access: Access, path: string, schema: z.ZodType<Value>, signal: AbortSignal) =>
    api.read(access, { method: 'GET', path }, schema, signal, { explain });
  const readPage = (access: Access, id: string, after: string, signal: AbortSignal) => {
    const query = new URLSearchParams({ after, limit: String(pageSize) });
    return read(access, `${readActivity.path.replace('{id}', id)}?${query}`, activityViewSchema, signal);
  };
  const readAllActivity = async (access: Access, id: string, signal: AbortSignal): Promise<Outcome<ActivityView>> => {
    let allPages = await readPage(access, id, '', signal);
    for (let pages = 1; allPages.ok && allPages.value.next !== null && pages < maxPages; pages += 1) {
      const { results } = allPages.value;
      const page: Outcome<ActivityView> = await readPage(access, id, allPages.value.next, signal);
      allPages = page.ok ? succeed({ ...page.value, results: [...results, ...page.value.results] }) : page;
    }
    return allPages;
  };

  const summaryOf = async (access: Access, id: string, signal: AbortSignal): Promise<ActivitySummary | null> => {
    const key = `${access.binding} ${id}`;
    const previous = cache.get(key);
    if (previous !== undefined) return previous;
    const page = await readPage(access, id, '', signal);
    if (!page.ok) return null;
    const { reference, cause, status } = page.value;
    const summary = { id, reference, status, cause, requestId: requestIdOf(page.value) };
    if (isFinalStatus(status)) setBounded(cache, key, summary, maxStored);
    return summary;
  };
  const findSessions = async (access: Access, query: Readonly<Record<string, string>>, signal: AbortSignal) => {
    const ids: string[] = [];
    let after: string | null = '';
    while (after !== null && ids.length < lookupLimits.ids) {
      const parameters: URLSearchParams = new URLSearchParams({ ...query, after, limit: String(pageSize) });
      const page = await read(access, `${listSessions.path}?${parameters}`, sessionsViewSchema, signal);
      if (!page.ok) return page;
      ids.push(...page.value.results.map((session) => session.migration_id));
      after = page.value.results.length === 0 ? null : page.value.next;
    }
    return succeed({ ids: ids.slice(0, lookupLimits.ids), isWhole: after === null });
  };

  /** Returns `without` if the service doesn't support activity. */
  const withActivity = <Value>(
    signal: AbortSignal,
    without: Value,
    work: (access: Access) => Promise<Outcome<Value>>,
  ): Promise<Outcome<Value>> =>
    andThen(profiles.access(), (access) =>
      andThen(features('activity', access, signal), (has) => (has ? work(access) : succeed(without))),
    );

  const summaries = (ids: readonly string[], signal: AbortSignal) =>
    withActivity<ActivitySummary[]>(signal, [], async (access) =>
      succeed(await readSeveral(ids, (id) => summaryOf(access, id, signal), { concurrency, signal })),
    );

  return {
    causesOf: async (ids: readonly string[], signal: AbortSignal): Promise<ReadonlyMap<string, ActivitySummary>> => {
      const summariesResult = await summaries(ids.slice(0, maxSummaries), signal);
      return new Map(summariesResult.ok ? summariesResult.value.map((one) => [one.id, one]) : []);
    },
    handlers: {
      get: ({ id }, { signal }) =>
        withActivity<ActivityResult>(signal, { kind: 'unsupported' }, async (access) => {
          const activity = await readAllActivity(access, id, signal);
          if (activity.ok)
            return succeed({ kind: 'activity', activity: activity.value, requestId: requestIdOf(activity.value) });
          return activity.error.code === 'not_found' ? succeed({ kind: 'none' }) : activity;
        }),
      summaries: ({ ids }, { signal }) => summaries(ids, signal),
      find: ({ text }, { signal }) =>
        withActivity<{ ids: string[] }>(signal, { ids: [] }, async (access) => {
          const key = readSessionKey(text);
          if (key === null) return succeed({ ids: [] });
          const query = 'reference' in key ? key : { request_id: key.requestId };
          return mapOutcome(findSessions(access, query, signal), ({ ids }) => ({ ids }));
        }),
      funnel: (_args, { signal }) =>
        withActivity<ResultOf<Calls['activity']['funnel']>>(signal, { funnel: null }, (access) =>
          mapOutcome(read(access, readFunnel.path, funnelViewSchema, signal), (funnel) => ({ funnel })),
        ),
      reached: ({ step, provider, since, until }, { signal }) =>
        withActivity(signal, { ids: [] as string[], isWhole: true }, (access) => {
          const providerDetail = provider === undefined ? {} : { provider: provider ?? '' };
          return findSessions(access, { step, since, until, ...providerDetail }, signal);
        }),
    } satisfies ConsoleHandlers['activity'],
  };
}

export type ActivityTopic = ReturnType<typeof createActivityTopic>;
