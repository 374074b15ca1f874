import { describe, expect, test } from 'vitest';
import type { Drift } from '#shared/console-contract/requests-calls.ts';
import { childrenOf, driftMark, parseBody, summaryOf } from './body-nodes.ts';

describe('body tree', { tags: '@C30' }, () => {
  test("text that isn't JSON stays text", () => expect(parseBody('<h1>')).toBeNull());

  test('members of the body tree have the same paths as drift entries', () => {
    expect(childrenOf({ results: [], 'x-y': 1 }, '$').map(({ pattern }) => pattern)).toEqual(['$.results', '$["x-y"]']);
    expect(childrenOf(['a'], '$.results')).toEqual([{ key: '0', value: 'a', pattern: '$.results[*]' }]);
  });

  test('objects and arrays of the body tree have a summary', () => {
    expect(summaryOf([1, 2])).toBe('Array of 2');
    expect(summaryOf({ id: 'x', provider_company_name: 'Tern & Tide' })).toBe('Tern & Tide');
    expect(summaryOf({ size: 100, total: 412 })).toBe('{ size: 100, total: 412 }');
    expect(summaryOf({})).toBe('{ }');
  });

  test("a member that isn't in the contract is marked", { tags: '@W3' }, () => {
    const drift: Drift[] = [
      { kind: 'undocumented', path: '$.results[0].region', pattern: '$.results[*].region', places: 1, detail: '' },
      { kind: 'missing', path: '$.page', pattern: '$.page', places: 1, detail: '' },
    ];
    expect(driftMark(drift, '$.results[*].region')).toBe('not in the contract');
    expect(driftMark(drift, '$.page')).toBeNull();
  });
});
