import { type ActivityDetail, type ActivityStep, maxEntries } from '#shared/activity-api/activity-steps.ts';
import { hasEnded } from '#shared/migration-api/migration-steps.ts';
import { causeOf } from './cause-of.ts';
import type { CopiedCounts } from './copied-counts.ts';
import type { CopyCollection } from './copy-state.ts';
import { hasStarted, loginOf, type Run } from './run.ts';

export interface ActivityEntry {
  /** Number within the migration, from 1. An entry replaces the stored entry with the same number. */
  readonly number: number;
  readonly at: number;
  readonly step: ActivityStep;
  readonly detail: ActivityDetail;
}

export interface ActivityContext {
  readonly requestId?: string | undefined;
  readonly hasClosed?: boolean | undefined;
  /** Details of the browser: its origin, and values from fixed lists. */
  readonly client?: ActivityDetail | undefined;
}

interface Step {
  readonly step: ActivityStep;
  readonly detail?: ActivityDetail;
  /** Added to the entry, but ignored when entries are compared to find repeats. */
  readonly more?: ActivityDetail;
  readonly hasCounts?: true;
}

const maxListedCollections = 50;
/** Entries reserved for the end of a migration. */
const reservedEntries = 3;

const signInSteps = (before: Run | undefined, after: Run): readonly Step[] => {
  const [was, is] = [before && loginOf(before), loginOf(after)];
  if (was === undefined) return [];
  const provider: ActivityDetail = {
    ...(after.provider !== null && { provider: after.provider }),
    ...(before !== undefined && hasEnded(before.status) && { for: 'download_of_failed_items' }),
  };
  const steps: Step[] = [];
  const hasFailed = is.failures > was.failures;
  const hasSucceeded = is.successes > was.successes;
  const requestsCode = is.step === 'code' && was.step !== 'code';
  const requestsCompany = is.step === 'company' && was.step !== 'company';
  const isFirst = was.failures + was.successes === 0 && was.step !== 'code' && was.step !== 'company';
  if (isFirst && (hasFailed || hasSucceeded || requestsCode || requestsCompany))
    steps.push({ step: 'sign_in_started', detail: provider });
  if (hasFailed && is.trouble !== null)
    steps.push({ step: 'sign_in_failed', detail: { ...provider, reason: is.trouble } });
  if (requestsCode) steps.push({ step: 'second_factor_asked', detail: provider });
  if (hasSucceeded) steps.push({ step: 'sign_in_succeeded', detail: provider });
  return steps;
};

/** Names a collection by its number and kind, because the collection's own name is customer content. */
const collectionDetail = ({ kind }: CopyCollection, index: number): ActivityDetail => ({
  collection: index + 1,
  kind,
});

const countedSteps = (before: Run | undefined, after: Run): readonly Step[] => {
  const collections = after.copy?.collections ?? [];
  const hadSignedIn = before?.copy !== undefined && before.companyName !== null;
  if (collections.length === 0 || after.companyName === null || hadSignedIn) return [];
  const listedSteps = collections.slice(0, maxListedCollections).map((collection, index): Step => ({
    step: 'collection_counted',
    detail: {
      ...collectionDetail(collection, index),
      ...(collection.count === null ? { is_counted: false } : { items: collection.count }),
    },
  }));
  const others = collections.slice(maxListedCollections);
  if (others.length === 0) return listedSteps;
  const items = others.reduce((sum, { count }) => sum + (count ?? 0), 0);
  return [...listedSteps, { step: 'collection_counted', detail: { other_collections: others.length, items } }];
};

const collectionSteps = (before: Run | undefined, after: Run): readonly Step[] => {
  const earlier = before?.copy?.collections ?? [];
  if (after.copy === undefined || after.copy.collections === earlier) return [];
  return after.copy.collections.slice(0, maxListedCollections).flatMap((collection, index): Step[] => {
    const { stage, done, altered = 0, skipped = 0, failed } = collection;
    const was = earlier[index]?.stage;
    if (stage === was || stage === undefined) return [];
    const detail = collectionDetail(collection, index);
    const counts = { copied: done - altered - skipped, altered, skipped, failed };
    const startSteps: Step[] = was === undefined ? [{ step: 'copy_started', detail }] : [];
    return stage === 'done'
      ? [...startSteps, { step: 'collection_finished', detail: { ...detail, ...counts } }]
      : startSteps;
  });
};

/** A practice copy is only a timer, so all its kinds of records count as one collection. */
const practiceSteps = (before: Run | undefined, after: Run): readonly Step[] => {
  if (after.copy !== undefined || before === undefined) return [];
  if (!hasStarted(before) && hasStarted(after)) return [{ step: 'copy_started', detail: { is_practice: true } }];
  const isCopied = after.status === 'COMPLETE' || after.status === 'COMPLETED_WITH_FAILURES';
  if (!isCopied || hasEnded(before.status)) return [];
  return [{ step: 'collection_finished', detail: { is_practice: true }, hasCounts: true }];
};

const troubleSteps = (before: Run | undefined, after: Run, last: string): readonly Step[] => {
  const [was, is] = [before?.copy?.trouble, after.copy?.trouble];
  if (is === undefined || is.nextInMs === null || (is.kind === was?.kind && is.attempts === was.attempts)) return [];
  const retried: Step = {
    step: 'retried',
    detail: { for: is.kind },
    more: { next_in_s: Math.round(is.nextInMs / 1_000) },
  };
  const isKnown = is.kind === was?.kind || last === keyOf(retried);
  return isKnown ? [retried] : [{ step: 'waiting', detail: { for: is.kind } }];
};

const questionSteps = (before: Run | undefined, after: Run): readonly Step[] => {
  if (before === undefined || before.status === after.status) return [];
  if (after.status === 'PENDING_USER_INPUT') {
    if (after.copy?.asks === 'login') return [{ step: 'waiting', detail: { for: 'password_needed' } }];
    const items = after.copy?.conflicts;
    return [{ step: 'question_asked', detail: items === undefined ? {} : { items } }];
  }
  const isAnswer =
    before.status === 'PENDING_USER_INPUT' && after.status === 'WORKING' && before.copy?.asks !== 'login';
  return isAnswer
    ? [{ step: 'question_answered', detail: after.copy?.answer ? { answer: after.copy.answer } : {} }]
    : [];
};

const endSteps = (before: Run | undefined, after: Run): readonly Step[] => {
  if (!hasEnded(after.status) || before === undefined || hasEnded(before.status)) return [];
  const detail = {
    status: after.status,
    ...(after.reason && { reason: after.reason }),
    cause: causeOf(after)?.code ?? '',
  };
  return [{ step: 'ended', detail, hasCounts: true }];
};

const singleSteps: ReadonlySet<ActivityStep> = new Set(['copy_started', 'collection_finished', 'ended']);

const keyOf = ({ step, detail }: Step): string => (singleSteps.has(step) ? '' : JSON.stringify([step, detail]));

interface Change {
  /** Undefined for a new migration. */
  readonly before: Run | undefined;
  readonly after: Run;
  readonly now: number;
}

const stepsOf = ({ before, after }: Change, context: ActivityContext): readonly Step[] => [
  ...(before === undefined ? [{ step: 'session_created', detail: context.client ?? {} } as const] : []),
  ...(after.opened && !before?.opened ? [{ step: 'modal_opened', detail: context.client ?? {} } as const] : []),
  ...(after.provider !== null && after.provider !== before?.provider
    ? [{ step: 'provider_chosen', detail: { provider: after.provider } } as const]
    : []),
  ...signInSteps(before, after),
  ...countedSteps(before, after),
  ...(before !== undefined && !hasStarted(before) && hasStarted(after) ? [{ step: 'consent_given' } as const] : []),
  ...practiceSteps(before, after),
  ...collectionSteps(before, after),
  ...troubleSteps(before, after, before?.activity?.last ?? ''),
  ...questionSteps(before, after),
  ...(context.hasClosed ? [{ step: 'closed' } as const] : []),
  ...endSteps(before, after),
];

const noEntries = (): readonly ActivityEntry[] => [];

/** Returns the run with its new activity position, and a function for the entries that the change adds or repeats. */
export const recordActivity = (change: Change, context: ActivityContext = {}) => {
  const { before, after, now } = change;
  if (before !== undefined && before.activity === undefined) return { run: after, entriesOf: noEntries };
  const steps = stepsOf(change, context);
  if (steps.length === 0) return { run: after, entriesOf: noEntries };
  let { number, last, times } = before?.activity ?? { number: 0, last: '', times: 0 };
  const addedSteps: (Step & { readonly number: number; readonly times: number })[] = [];
  for (const step of steps) {
    const key = keyOf(step);
    const isRepeat = key !== '' && key === last;
    const limit = step.step === 'closed' || step.step === 'ended' ? maxEntries : maxEntries - reservedEntries;
    if (!isRepeat && number >= limit) continue;
    if (isRepeat) addedSteps.pop();
    [number, last, times] = isRepeat ? [number, last, times + 1] : [number + 1, key, 1];
    addedSteps.push({ ...step, number, times });
  }
  const { requestId } = context;
  /** @param counts counts of the copied items, if the copy has ended */
  const entriesOf = (counts?: CopiedCounts | null): readonly ActivityEntry[] =>
    addedSteps.map((one) => ({
      number: one.number,
      at: now,
      step: one.step,
      detail: {
        ...one.detail,
        ...one.more,
        ...(one.hasCounts && counts),
        ...(one.times > 1 && { times: one.times }),
        ...(requestId !== undefined && { request_id: requestId }),
      },
    }));
  return { run: { ...after, activity: { number, last, times } }, entriesOf };
};
