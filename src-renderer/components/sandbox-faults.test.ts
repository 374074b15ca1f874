import { describe, expect, test } from 'vitest';
import { faultRuleSchema } from '#shared/service-control/control-state.ts';
import {
  countText,
  effectText,
  faultTemplates,
  isUsedUp,
  matchText,
  ruleText,
  shortFaultText,
} from './sandbox-faults.ts';

describe('the description of a fault', { tags: '@W4' }, () => {
  test.each(faultTemplates)('the template "$name" is a valid rule and has a description', ({ rule }) => {
    expect(faultRuleSchema.safeParse(rule).success).toBe(true);
    expect(effectText(rule.effect)).not.toBe('Nothing');
  });

  test('a fault with several effects lists them all', () => {
    expect(effectText({ latency_ms: 3_000, status: 503 })).toBe('Delayed by 3.0 s, status 503');
    expect(effectText({})).toBe('Nothing');
  });

  test('the description says which requests match, and how often', () => {
    expect(matchText({ match: {}, effect: {} })).toBe('every request');
    expect(matchText({ match: { path: '/api/v1/*' }, effect: {} })).toBe('any method /api/v1/*');
    expect(countText({ met: 1, times: 2 })).toBe('applied 1 of 2 times');
    expect(countText({ met: 7, percent: 1 })).toBe('applied 7 times, to 1 % of requests');
    expect(countText({ met: 0 })).toBe('applied 0 times');
    expect(countText({ met: 1 })).toBe('applied once');
  });

  test('a sentence says what a new fault will do', () => {
    const rule = { match: { method: 'GET' as const, path: '/api/v1/*' }, effect: { status: 503 } };
    expect(ruleText({ ...rule, times: 2 })).toBe('The next 2 requests to GET /api/v1/*: status 503.');
    expect(ruleText({ ...rule, times: 1 })).toBe('The next request to GET /api/v1/*: status 503.');
    expect(ruleText({ match: { path: '/api' }, effect: { drop: true } })).toBe('All requests to /api: no response.');
  });

  test('a rule that holds a response is not used up', () => {
    const rule = { id: 1, match: {}, effect: { stall: true as const }, times: 1, met: 1 };
    expect([1, 0].map((held) => isUsedUp({ ...rule, held }))).toEqual([false, true]);
  });

  test('the short description has the remaining uses', () => {
    const rule = { id: 1, match: {}, effect: { status: 503 }, met: 1, held: 0 };
    expect(shortFaultText({ ...rule, times: 3 })).toBe('503, 2 times left');
    expect(shortFaultText({ ...rule, times: 2 })).toBe('503, 1 time left');
    expect(shortFaultText({ ...rule, percent: 1 })).toBe('503, 1 %');
    expect(shortFaultText({ ...rule, effect: { drop: true } })).toBe('No response, always');
  });
});
