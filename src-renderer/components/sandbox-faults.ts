import type { ActiveRule, FaultEffect, FaultRule } from '#shared/service-control/control-state.ts';
import { durationText } from '#ui/values/times.tsx';

const effectParts = (effect: FaultEffect): string[] => [
  ...(effect.latency_ms === undefined ? [] : [`delayed by ${durationText(effect.latency_ms)}`]),
  ...(effect.status === undefined ? [] : [`status ${effect.status}`]),
  ...(effect.body === undefined ? [] : ['different body']),
  ...(effect.headers === undefined ? [] : Object.keys(effect.headers).map((name) => `header ${name}`)),
  ...(effect.drop ? ['no response'] : []),
  ...(effect.stall ? ['paused response'] : []),
  ...(effect.truncate_after === undefined ? [] : [`truncated after ${effect.truncate_after} bytes`]),
  ...(effect.wrong_json ? ['incomplete JSON'] : []),
  ...(effect.oversize_bytes === undefined ? [] : [`${effect.oversize_bytes} bytes long`]),
];

export const effectText = (effect: FaultEffect): string => {
  const text = effectParts(effect).join(', ') || 'nothing';
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
};

export const matchText = ({ match }: FaultRule): string =>
  match.method === undefined && match.path === undefined
    ? 'every request'
    : [match.method ?? 'any method', match.path ?? 'any path'].join(' ');

/** Says what a new rule will do. */
export const ruleText = ({ match, effect, times }: Omit<FaultRule, 'percent'>): string => {
  const requests = times === undefined ? 'All requests' : `The next ${times === 1 ? 'request' : `${times} requests`}`;
  return `${requests} to ${[match.method, match.path].filter(Boolean).join(' ')}: ${effectParts(effect).join(', ')}.`;
};

export const countText = ({ met, times, percent }: Pick<ActiveRule, 'met' | 'times' | 'percent'>): string => {
  if (times !== undefined) return `applied ${met} of ${times} times`;
  const applied = `applied ${met === 1 ? 'once' : `${met} times`}`;
  return percent === undefined ? applied : `${applied}, to ${percent} % of requests`;
};

export const isUsedUp = ({ met, times, held }: ActiveRule): boolean => times !== undefined && met >= times && !held;

export const shortFaultText = ({ effect, times, met, percent }: ActiveRule): string => {
  const effectLabel = effect.status === undefined ? effectText(effect) : String(effect.status);
  if (times === undefined) return percent === undefined ? `${effectLabel}, always` : `${effectLabel}, ${percent} %`;
  const remainingTimes = Math.max(times - met, 0);
  return remainingTimes === 1 ? `${effectLabel}, 1 time left` : `${effectLabel}, ${remainingTimes} times left`;
};

const listMatch = { method: 'GET', path: '/api/v1/migrations' };
const allPaths = { path: '/api/v1/*' };

export const faultTemplates: readonly { readonly name: string; readonly rule: FaultRule }[] = [
  { name: '503 for the list, twice', rule: { match: listMatch, effect: { status: 503 }, times: 2 } },
  { name: 'Slow list, 3 s', rule: { match: listMatch, effect: { latency_ms: 3_000 } } },
  { name: 'Pause the next response', rule: { match: allPaths, effect: { stall: true }, times: 1 } },
  { name: 'Drop the next response', rule: { match: allPaths, effect: { drop: true }, times: 1 } },
  { name: 'Key rejected, once', rule: { match: allPaths, effect: { status: 401 }, times: 1 } },
  {
    name: 'Too many requests, once',
    rule: { match: allPaths, effect: { status: 429, headers: { 'retry-after': '2' } }, times: 1 },
  },
  { name: 'Incomplete JSON, once', rule: { match: allPaths, effect: { wrong_json: true }, times: 1 } },
  {
    name: 'Drop the link token response',
    rule: { match: { method: 'POST', path: '/api/v1/link-token' }, effect: { drop: true }, times: 1 },
  },
  { name: '1 % of requests fail', rule: { match: allPaths, effect: { status: 503 }, percent: 1 } },
];
