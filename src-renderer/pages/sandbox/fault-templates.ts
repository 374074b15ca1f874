import type { FaultRule } from '#shared/service-control/control-state.ts';

interface FaultTemplate {
  readonly name: string;
  readonly rule: FaultRule;
}

const list = { method: 'GET', path: '/api/v1/migrations' };
const anyCall = { path: '/api/v1/*' };

/** Faults that people try first. */
export const faultTemplates: readonly FaultTemplate[] = [
  { name: '503 for the list, twice', rule: { match: list, effect: { status: 503 }, times: 2 } },
  { name: 'List slow, 3 s', rule: { match: list, effect: { latency_ms: 3_000 } } },
  { name: 'Pause the next reply', rule: { match: anyCall, effect: { stall: true }, times: 1 } },
  { name: 'Drop the next reply', rule: { match: anyCall, effect: { drop: true }, times: 1 } },
  { name: 'Key refused once', rule: { match: anyCall, effect: { status: 401 }, times: 1 } },
  {
    name: 'Too many requests, once',
    rule: { match: anyCall, effect: { status: 429, headers: { 'retry-after': '2' } }, times: 1 },
  },
  { name: 'Half of the JSON, once', rule: { match: anyCall, effect: { wrong_json: true }, times: 1 } },
  {
    name: 'Link token lost on the way',
    rule: { match: { method: 'POST', path: '/api/v1/link-token' }, effect: { drop: true }, times: 1 },
  },
  { name: '1 % of calls fail', rule: { match: anyCall, effect: { status: 503 }, percent: 1 } },
];
