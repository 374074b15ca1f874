import { describe, expect, test } from 'vitest';
import type { ConsoleState } from '#shared/console-contract/console-calls.ts';
import type { RequestDetail } from '#shared/console-contract/requests-calls.ts';
import type { ConsoleApi } from '../../../api/console-api.ts';
import { resendPlanOf } from './resend.ts';

const profile = { id: 'p1', baseURL: 'https://ferry.example/base' } as ConsoleState['profile'];
const detail = (path: string, operation: string, more: Partial<RequestDetail['line']> = {}) =>
  ({
    line: { id: 1, method: 'GET', path, bulk: null, ...more },
    operation,
    origin: 'https://ferry.example',
  }) as RequestDetail;

const bulk = { label: 'x', requests: 2, retries: 0, failed: 0, statuses: [], lastAt: '2026-11-20T10:00:00.000Z' };

const sentBy = async (path: string, operation: string): Promise<unknown[]> => {
  const calls: unknown[] = [];
  const call = (name: string) => async (args: unknown) => void calls.push([name, args]);
  const api = {
    migrations: { list: call('list'), get: call('get') },
    companies: { list: call('companies') },
    profiles: { test: call('test') },
  } as unknown as ConsoleApi;
  const resend = resendPlanOf(detail(path, operation), profile);
  if (resend.ok) await resend.send(api);
  return calls;
};

describe('resend', { tags: '@C30' }, () => {
  test('a GET is resent with the parameters of its URL', async () => {
    const id = '00000000-0000-4000-8000-000000000001';
    expect(await sentBy('/base/api/v1/migrations?page=3&page_size=50', 'api.v1.migrations.list')).toEqual([
      ['list', { page: 3, pageSize: 50 }],
    ]);
    expect(await sentBy('/api/v1/companies?page=2&limit=100', 'api.v1.companies.list')).toEqual([
      ['companies', { page: 2, pageSize: 100 }],
    ]);
    expect(await sentBy(`/api/v1/migrations/${id}`, 'api.v1.migrations.get')).toEqual([['get', { id }]]);
    expect(await sentBy('/healthz', 'api.v1.healthz')).toEqual([['test', { id: 'p1' }]]);
  });

  test.each([
    [
      'a request that changes data',
      detail('/api/v1/link-token', 'api.v1.link-token.create', { method: 'POST' }),
      profile,
    ],
    [
      'a request to another service',
      detail('/healthz', 'api.v1.healthz'),
      { ...profile, baseURL: 'https://other.example' },
    ],
    ['a request to no known service', detail('/healthz', 'api.v1.healthz'), { ...profile, baseURL: null }],
    ['a line of many requests', detail('/healthz', 'api.v1.healthz', { bulk }), profile],
    [
      "an operation that the console doesn't use",
      detail('/api/v1/migration-modal', 'api.v1.migration-modal.get'),
      profile,
    ],
  ])('%s is not resent', (_name, what, who) => {
    const resend = resendPlanOf(what, who);
    expect(resend).toMatchObject({ ok: false });
  });
});
