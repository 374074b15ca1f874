import { asRecord } from '#shared/tolerant-reading/read-json.ts';
import { type ContractRule, isSuccess, placeOf } from '../rule.ts';
import type { SurveyedCall } from '../send-surveyed.ts';

type Event = Readonly<Record<string, unknown>>;

const eventsOf = ({ json }: SurveyedCall): readonly Event[] => {
  const results = asRecord(json)?.['results'];
  return Array.isArray(results) ? results.map(asRecord).filter((one) => one !== null) : [];
};
const idsOf = (call: SurveyedCall): readonly string[] => eventsOf(call).map(({ id }) => String(id));

/** Whether a response contains a cursor to continue from. If the feed has no events, the cursor may be empty. */
const hasCursor = (call: SurveyedCall): boolean => {
  const next = asRecord(call.json)?.['next'];
  return typeof next === 'string' && (next !== '' || eventsOf(call).length === 0);
};

/** Describes events of one migration that don't follow from the previous event. */
const sequenceBreaksIn = (events: readonly Event[]): string[] => {
  const lastEvents = new Map<string, Event>();
  return events.flatMap((event) => {
    const { id, data, sequence, previous_status: previous } = event;
    const migrationId = String(asRecord(data)?.['id']);
    const previousEvent = lastEvents.get(migrationId);
    lastEvents.set(migrationId, event);
    if (previousEvent === undefined) {
      return (sequence === 1) === (previous === null) ? [] : `${String(id)}, sequence contradicts previous_status`;
    }
    if (Number(sequence) <= Number(previousEvent['sequence'])) return `${String(id)}, a sequence that doesn't increase`;
    const isNext = Number(sequence) === Number(previousEvent['sequence']) + 1;
    const followsPrevious = previous === asRecord(previousEvent['data'])?.['status'];
    return isNext && !followsPrevious ? `${String(id)}, previous_status isn't the status of the previous event` : [];
  });
};

export const feedRules: readonly ContractRule[] = [
  {
    id: 'webhook_feed',
    title: 'The feed returns events in order, and the same events to the same request',
    broken: 'The event feed is out of order, or changes between requests',
    check: ({ feed }) => {
      if (feed === null) return { checkedCount: 0, wrong: [], missed: "The service doesn't support webhooks" };
      const { first, again, following } = feed;
      const failedCall = [first, again, following].find((call) => !isSuccess(call));
      const ids = idsOf(first);
      const hasNext = !isSuccess(first) || hasCursor(first);
      // Without a cursor in the first response, the survey sent no second request.
      const nextPage = hasNext && isSuccess(following) ? following : null;
      const nextPageIds = nextPage === null ? [] : idsOf(nextPage);
      const hasRepeatedId = new Set([...ids, ...nextPageIds]).size < ids.length + nextPageIds.length;
      const isStable = !isSuccess(again) || idsOf(again).slice(0, ids.length).join() === ids.join();
      return {
        checkedCount: ids.length,
        wrong: [
          ...(hasNext ? [] : [`${placeOf(first)}, no cursor in next`]),
          ...(hasRepeatedId ? [`${placeOf(following)}, an event from before its cursor`] : []),
          ...(isStable ? [] : [`${placeOf(again)}, different events after the same cursor`]),
          ...sequenceBreaksIn([...eventsOf(first), ...(nextPage === null ? [] : eventsOf(nextPage))]),
        ],
        missed: 'The feed has no events',
        ...(failedCall && { inconclusive: `The feed request got no response: ${placeOf(failedCall)}` }),
      };
    },
  },
];
