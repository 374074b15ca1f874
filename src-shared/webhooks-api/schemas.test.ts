import { describe, expect, test } from 'vitest';
import { deliveryListSchema, deliveryQuerySchema } from './deliveries.ts';
import {
  createdEndpointSchema,
  endpointChangesSchema,
  endpointListSchema,
  newEndpointSchema,
  replayedSchema,
  replaySinceSchema,
  rotatedSecretSchema,
} from './endpoints.ts';

const endpoint = {
  id: 'ep_1',
  url: 'https://hooks.example.com/',
  description: '',
  statuses: null,
  disabled: false,
  disabled_reason: null,
  created: '2026-11-20T14:32:00.000Z',
  previous_secret_until: null,
  recent: { delivered: 0, failed: 1, last_failure: { at: '2026-11-20T14:32:00.000Z', status: 500, error: 'no' } },
};

describe('schemas of endpoints and deliveries', { tags: '@X23' }, () => {
  test('omitted fields get defaults in a new endpoint and stay omitted in a change', () => {
    const url = 'https://hooks.example.com/';
    expect(newEndpointSchema.parse({ url, unknown: 1 })).toEqual({ url, description: '', statuses: null });
    expect(endpointChangesSchema.parse({ disabled: true })).toEqual({ disabled: true });
    expect(endpointChangesSchema.parse({ statuses: null })).toEqual({ statuses: null });
  });

  test('the statuses of an endpoint must be known, and each is stored once', () => {
    const of = (statuses: unknown) => newEndpointSchema.safeParse({ url: 'x', statuses });
    expect(of(['FAILED', 'COMPLETE', 'FAILED']).data?.statuses).toEqual(['COMPLETE', 'FAILED']);
    for (const wrong of [[], ['DONE'], ['failed'], 'FAILED', {}, [null], Array(101).fill('FAILED')])
      expect(of(wrong).error?.issues[0]?.message).toMatch(
        /^statuses must be a list of one or more of NOT_READY, .*\.$/,
      );
  });

  test('a query with an invalid state or cursor is refused with a message', () => {
    expect(deliveryQuerySchema.parse({})).toEqual({ limit: 25 });
    expect(deliveryQuerySchema.parse({ after: '12', state: 'failed', limit: '1' })).toEqual({
      after: 12,
      state: 'failed',
      limit: 1,
    });
    for (const [name, wrong] of Object.entries({ state: 'gone', after: 'x', limit: '0', endpoint: '' })) {
      expect(deliveryQuerySchema.safeParse({ [name]: wrong }).error?.issues[0]?.message).toMatch(`${name} must `);
    }
    expect(replaySinceSchema.safeParse({ since: 'yesterday' }).success).toBe(false);
    expect(replaySinceSchema.safeParse({ since: '2026-11-20T14:32:00+01:00' }).success).toBe(true);
  });

  test('responses contain only their own fields, so a secret appears only in the response that creates it', () => {
    expect(endpointListSchema.safeParse({ results: [endpoint], now: endpoint.created }).success).toBe(true);
    expect(
      endpointListSchema.safeParse({ results: [{ ...endpoint, secret: 'whsec_x' }], now: endpoint.created }).success,
    ).toBe(false);
    expect(createdEndpointSchema.safeParse({ ...endpoint, secret: 'whsec_x' }).success).toBe(true);
    expect(rotatedSecretSchema.safeParse({ secret: 'x', previous_secret_until: endpoint.created }).success).toBe(true);
    expect(replayedSchema.safeParse({ replayed: 2 }).success).toBe(true);
    expect(deliveryListSchema.safeParse({ results: [], next: null, now: endpoint.created }).success).toBe(true);
  });
});
