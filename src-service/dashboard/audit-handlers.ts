import { auditKinds } from '#shared/dashboard-api/audit-kinds.ts';
import { auditQuerySchema } from '#shared/dashboard-api/audit-query.ts';
import type { CallReply } from '#shared/dashboard-api/dashboard-calls.ts';
import { changingRoles } from '#shared/dashboard-api/roles.ts';
import { wholeSeconds } from '../http/refusal.ts';
import { createLimiter } from '../limits/limiter.ts';
import { entryOf } from '../store/base/audit-store.ts';
import { type AuditPlace, checkAudit } from '../store/create-audit-store.ts';
import { commandLine } from '../store/base/actor.ts';
import { tooManyAttempts } from './attempts.ts';
import { type DashboardHandlers, type DashboardParts, parsePart } from './dashboard-request.ts';

type Names = ReadonlyMap<string, string>;

const newest = Number.MAX_SAFE_INTEGER;
/** Reads only the latest removal, because its audit entry has the member's name. */
const removalLimit = 1;
const noPeople: readonly string[] = [commandLine, 'service'];
/** The only actions of other members that the support role sees: when they signed in and out, but not how. */
const sessionActions = ['session.begin', 'session.end'] as const;
/** Whether an instance administrator acted, whose name the organization may not know: they needn't be a member. */
const isByAdmin = (action: string): boolean => /^(organization\.|person\.invite)/.test(action);
/** Limit of log checks per organization, because each check reads every entry. */
const checks = { limit: 6, windowMs: 60_000 } as const;

export const auditHandlers = ({ store: { keys, people, audit, webhooks, rateLimits, clock } }: DashboardParts) => {
  const namesOf = async (organization: number, members: Names, now: number): Promise<Names> => {
    const [storedKeys, endpoints] = await Promise.all([keys.list(organization), webhooks.list(organization, now)]);
    return new Map([
      ...members,
      ...storedKeys.map(({ id, description }) => [id, description] as const),
      // The host only, because the rest of the URL may contain a secret.
      ...endpoints.map(({ id, url }) => [id, new URL(url).host] as const),
    ]);
  };
  const removedNames = async (organization: number, ids: readonly string[]): Promise<Names> => {
    const removals = await Promise.all(
      ids.map((subject) =>
        audit.about(organization, { before: newest }, removalLimit, { subject, actions: ['person.remove'] }),
      ),
    );
    return new Map(
      removals
        .flat()
        .map(entryOf)
        .flatMap(({ subject, details }) =>
          subject !== undefined && typeof details?.['name'] === 'string' ? [[subject, details['name']] as const] : [],
        ),
    );
  };
  const limiter = createLimiter(rateLimits, () => clock.now());
  let runningCheck: Promise<CallReply<'checkAudit'>> | undefined;
  return {
    readAudit: async ({ membership: { number: organization, role }, person, query, now }) => {
      const { before, after, limit, kind, by, since, until } = parsePart(auditQuerySchema, query);
      const from: AuditPlace = after === undefined ? { before: before ?? newest } : { after };
      const canSeeDetails = changingRoles.includes(role);
      const ofOthers = canSeeDetails ? undefined : { person: person.id, actions: sessionActions };
      const filter = { by, since, until, actions: kind && auditKinds[kind], ofOthers };
      const [foundEntries, members] = await Promise.all([
        audit.about(organization, from, limit + 1, filter),
        people.names(organization),
      ]);
      const isCut = foundEntries.length > limit;
      const remaining = foundEntries.slice(0, limit);
      const entries = (after === undefined ? remaining : remaining.toReversed()).map(entryOf);
      const names = await namesOf(organization, members, now);
      const unknown = new Set([by ?? commandLine, ...entries.map((entry) => entry.by)]);
      const formerNames = await removedNames(
        organization,
        [...unknown].filter((id) => !noPeople.includes(id) && !names.has(id)),
      );
      const knownNames = new Map([...formerNames, ...names]);
      const lines = entries.map(({ number, at, action, by: actor, from: place, organization: about, ...entry }) => {
        // A sign-in belongs to no organization. Only owners and the user see its network.
        const isShown = about !== undefined || actor === person.id || role === 'owner';
        const name = knownNames.get(actor);
        const isInstanceAdmin = name === undefined && actor !== commandLine && isByAdmin(action);
        return {
          number,
          at,
          action,
          by: name ?? (isInstanceAdmin ? 'Instance administrator' : actor),
          isDeleted: formerNames.has(actor),
          from: isShown && !isInstanceAdmin ? (place ?? null) : null,
          subject: entry.subject === undefined ? null : (knownNames.get(entry.subject) ?? null),
          details: about !== undefined || canSeeDetails || entry.subject === person.id ? { ...entry.details } : {},
        };
      });
      return {
        lines,
        hasOlder: after === undefined ? isCut : true,
        hasNewer: after === undefined ? before !== undefined : isCut,
        people: [...members, ...formerNames].map(([id, name]) => ({ id, name })),
      };
    },
    /** Concurrent callers share one pass through the log. */
    checkAudit: async ({ membership: { number: organization } }) => {
      if (runningCheck === undefined) {
        const verdict = await limiter.consume([{ name: `audit check ${organization}`, ...checks }]);
        if (!verdict.isAllowed) return tooManyAttempts(wholeSeconds(verdict.endsInMs));
      }
      runningCheck ??= checkAudit(audit)
        .then(({ head, fault }) => ({ entries: head.number, problem: fault?.sentence ?? null }))
        .finally(() => {
          runningCheck = undefined;
        });
      return runningCheck;
    },
  } satisfies Partial<DashboardHandlers>;
};
