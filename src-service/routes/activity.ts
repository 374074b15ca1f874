import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import {
  type Funnel,
  type funnelQuerySchema,
  type FunnelStep,
  funnelSteps,
  listSessions,
  readActivity,
  readFunnel,
  type sessionsQuerySchema,
} from '#shared/activity-api/activity.ts';
import { activityKeptDays } from '#shared/activity-api/activity-steps.ts';
import { hasEnded } from '#shared/migration-api/migration-steps.ts';
import { type CredentialChecks, mountOperations } from '../http/mount-operations.ts';
import { refuse } from '../http/refusal.ts';
import { remainingOf } from '../migration-engine/copy-state.ts';
import { causeOf } from '../migration-engine/cause-of.ts';
import type { ActivityEntry } from '../migration-engine/record-activity.ts';
import { seededRun } from '../migration-engine/seeded-run.ts';
import type { FunnelRow, SessionFilter } from '../store/activity-store.ts';
import { isoTime } from '../store/base/program.ts';
import { normalizeCrockford } from '../store/crockford.ts';
import type { Store } from '../store/store.ts';

const dayMs = 24 * 3_600_000;
const defaultFunnelMs = 7 * dayMs;

/** Returns a page of `found`, which has one row more than `limit` if there is a next page. */
export const pageOf = <Item>(found: readonly Item[], limit: number, cursorOf: (item: Item) => number | string) => {
  const items = found.slice(0, limit);
  const last = items.at(-1);
  return { items, next: found.length > limit && last !== undefined ? String(cursorOf(last)) : null };
};

const toEntry = (migrationId: string, { number, at, step, detail }: ActivityEntry) => ({
  id: `act_${migrationId.replaceAll('-', '')}_${number}`,
  at: isoTime(at),
  step,
  detail,
});

const countFunnel = (rows: readonly FunnelRow[]): Pick<Funnel, 'sessions' | 'steps' | 'statuses'> => {
  const sum = (counted: readonly FunnelRow[]): number => counted.reduce((all, { sessions }) => all + sessions, 0);
  const hasReached = (step: FunnelStep) => (row: FunnelRow) =>
    funnelSteps.indexOf(row.reached) >= funnelSteps.indexOf(step);
  const statuses = Map.groupBy(rows, ({ status }) => status);
  return {
    sessions: sum(rows),
    steps: funnelSteps.map((step) => ({ step, sessions: sum(rows.filter(hasReached(step))) })),
    statuses: Object.fromEntries([...statuses].map(([status, counted]) => [status, sum(counted)])),
  };
};

const activityCalls = { readActivity, listSessions, readFunnel };

export const mountActivity = (app: FastifyInstance, store: Store, checks: CredentialChecks): void => {
  const { activity, clock, runs } = store;

  const periodOf = async (
    query: z.output<typeof funnelQuerySchema>,
    organization: number,
  ): Promise<{ readonly since: number; readonly until: number }> => {
    const until = query.until === undefined ? await clock.now(organization) : Date.parse(query.until);
    const since = query.since === undefined ? until - defaultFunnelMs : Date.parse(query.since);
    if (since > until) return refuse(400, 'since must be before until.');
    if (until - since > (activityKeptDays + 1) * dayMs)
      return refuse(400, `since must be at most ${activityKeptDays} days before until.`);
    return { since, until };
  };
  const filterOf = async (
    query: z.output<typeof sessionsQuerySchema>,
    organization: number,
  ): Promise<SessionFilter> => {
    const { user_id: userId, reference, request_id: requestId, step, provider, since, until } = query;
    const filters: readonly SessionFilter[] = [
      ...(userId === undefined ? [] : [{ userId }]),
      ...(reference === undefined ? [] : [{ reference: normalizeCrockford(reference) }]),
      ...(requestId === undefined ? [] : [{ requestId }]),
    ];
    if (filters.length + Number(step !== undefined) !== 1)
      return refuse(400, 'Send exactly one of user_id, reference, request_id and step.');
    if (step === undefined && (provider ?? since ?? until) !== undefined)
      return refuse(400, 'Send provider, since and until only with step.');
    const [filter] = filters;
    if (filter !== undefined || step === undefined) return filter ?? { reference: '' };
    const period = await periodOf({ since, until }, organization);
    const steps = funnelSteps.slice(funnelSteps.indexOf(step));
    return { ...period, steps, ...(provider === undefined ? {} : { provider: provider === '' ? null : provider }) };
  };

  mountOperations(app, checks, activityCalls, {
    readActivity: async ({ params, query: { after, limit }, caller }) => {
      const { organization } = caller;
      const id = params.id.toLowerCase();
      const found = await runs.find(organization, id);
      if (found === undefined) return refuse(404, 'There is no migration with this ID.');
      const { stored } = found;
      const run = stored?.run ?? seededRun(found.migration, await clock.now(organization));
      const entries = stored === undefined ? [] : await activity.entries(stored.migration, Number(after), limit + 1);
      const { items, next } = pageOf(entries, limit, ({ number }) => number);
      return {
        migration_id: id,
        reference: (stored && (await activity.reference(stored.migration))) ?? null,
        status: run.status,
        cause: causeOf(run),
        remaining: remainingOf(run),
        results: items.map((entry) => toEntry(id, entry)),
        next,
      };
    },
    listSessions: async ({ query, caller: { organization } }) => {
      const { after, limit } = query;
      const filter = await filterOf(query, organization);
      const before = after === '' ? Number.MAX_SAFE_INTEGER : Number(after);
      const sessionRows = await activity.sessions(organization, filter, before, limit + 1);
      const { items, next } = pageOf(sessionRows, limit, ({ position }) => position);
      const results = items.map((session) => ({
        reference: session.reference,
        migration_id: session.migrationId,
        user_id: session.userId,
        status: session.status,
        started_at: isoTime(session.startedAt),
        ended_at: hasEnded(session.status) ? isoTime(session.since) : null,
      }));
      return { results, next };
    },
    readFunnel: async ({ query, caller: { organization } }) => {
      const { since, until } = await periodOf(query, organization);
      const rows = await activity.funnel(organization, since, until);
      const providers = [...Map.groupBy(rows, ({ provider }) => provider)]
        .map(([provider, own]) => ({ provider, ...countFunnel(own) }))
        .toSorted((one, other) => other.sessions - one.sessions);
      return { since: isoTime(since), until: isoTime(until), ...countFunnel(rows), providers };
    },
  });
};
