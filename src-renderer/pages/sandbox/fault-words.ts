import type { ActiveRule, FaultEffect, FaultRule } from '#shared/service-control/control-state.ts';
import { durationText } from '#ui/values/time-text.ts';

const effectParts = (effect: FaultEffect): string[] => [
  ...(effect.latency_ms === undefined ? [] : [`${durationText(effect.latency_ms)} later`]),
  ...(effect.status === undefined ? [] : [`status ${effect.status}`]),
  ...(effect.body === undefined ? [] : ['another body']),
  ...(effect.headers === undefined ? [] : Object.keys(effect.headers).map((name) => `header ${name}`)),
  ...(effect.drop ? ['no reply'] : []),
  ...(effect.stall ? ['reply on hold'] : []),
  ...(effect.truncate_after === undefined ? [] : [`cut after ${effect.truncate_after} bytes`]),
  ...(effect.wrong_json ? ['half of the JSON'] : []),
  ...(effect.oversize_bytes === undefined ? [] : [`${effect.oversize_bytes} bytes long`]),
];

/** What a rule does: "Status 503", "3.0 s later, reply on hold". */
export const effectText = (effect: FaultEffect): string => {
  const text = effectParts(effect).join(', ') || 'nothing';
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
};

/** Which requests it meets: "GET /api/v1/migrations", "every call". */
export const matchText = ({ match }: FaultRule): string =>
  match.method === undefined && match.path === undefined
    ? 'every call'
    : [match.method ?? 'any method', match.path ?? 'any path'].join(' ');

/** How often: "met 1 of 2", "met 7, 1 % of calls". */
export const countText = ({ met, times, percent }: Pick<ActiveRule, 'met' | 'times' | 'percent'>): string => {
  if (times !== undefined) return `met ${met} of ${times}`;
  return percent === undefined ? `met ${met}` : `met ${met}, ${percent} % of calls`;
};

/** Whether it will meet no further request and holds no reply. */
export const isUsedUp = ({ met, times, held }: ActiveRule): boolean =>
  times !== undefined && met >= times && held === 0;
