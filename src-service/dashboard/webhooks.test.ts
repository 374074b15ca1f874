import { afterEach, beforeEach, expect, test } from 'vitest';
import { type DashboardService, openDashboard } from '../testing/dashboard.ts';

let service: DashboardService;
beforeEach(async () => {
  service = await openDashboard();
});
afterEach(() => service.end());

const url = 'https://hooks.example.com/ferry?token=path-canary';

test(
  "dashboard: only two responses have an endpoint's secret, and the log has no path",
  { tags: ['@X24', '@T80'] },
  async () => {
    const { cookie, organization } = await service.join('owner@example.com', 'owner', 'Acme');
    const support = await service.join('support@example.com', 'support', 'Acme');
    const params = { organization };
    const { body: addedEndpoint } = await service.call('addEndpoint', {
      cookie,
      params,
      body: { url },
      from: '203.0.113.24',
    });
    const one = { ...params, endpoint: addedEndpoint.id };
    const { body: rotated } = await service.call('rotateEndpoint', { cookie, params: one });
    expect(addedEndpoint.secret).toMatch(/^whsec_/);
    expect(rotated.secret).not.toBe(addedEndpoint.secret);
    const { body: sent } = await service.call('testEndpoint', { cookie, params: one });
    const replies = [
      await service.call('changeEndpoint', { cookie, params: one, body: { description: 'mine' } }),
      await service.call('testEndpoint', { cookie, params: one }),
      await service.call('listEndpoints', { cookie: support.cookie, params }),
      await service.call('listDeliveries', { cookie: support.cookie, params }),
      await service.call('readDelivery', { cookie: support.cookie, params: { ...params, delivery: sent.id } }),
      await service.call('readAudit', { cookie, params }),
    ];
    for (const { status, text } of replies) {
      expect(status).toBe(200);
      expect(text).not.toContain('whsec_');
    }
    const { lines } = (await service.call('readAudit', { cookie, params })).body;
    const [created] = lines.filter(({ action }) => action === 'webhook.create');
    expect(created).toMatchObject({ by: 'Name of owner', from: '203.0.113.24', subject: 'hooks.example.com' });
    expect(JSON.stringify(lines)).not.toContain('path-canary');
  },
);

test('dashboard: refuses endpoint URLs that the API refuses', { tags: ['@X24', '@T80'] }, async () => {
  const { cookie, organization } = await service.join('owner@example.com', 'owner', 'Acme');
  const params = { organization };
  for (const refused of [
    'http://hooks.example.com',
    'https://127.0.0.1/',
    'https://169.254.169.254/',
    'https://[::1]/',
  ]) {
    const addedReply = await service.call('addEndpoint', { cookie, params, body: { url: refused } });
    expect([refused, addedReply.status]).toEqual([refused, 400]);
  }
  const { body } = await service.call('addEndpoint', { cookie, params, body: { url } });
  const changeResult = await service.call('changeEndpoint', {
    cookie,
    params: { ...params, endpoint: body.id },
    body: { url: 'https://10.0.0.1/' },
  });
  expect(changeResult.status).toBe(400);
  expect((await service.call('listEndpoints', { cookie, params })).body.results.map((result) => result.url)).toEqual([
    url,
  ]);
});

test(
  'dashboard: deliveries have the filters and pages of the API, and invalid queries are refused',
  { tags: '@X24' },
  async () => {
    const { cookie, organization } = await service.join('owner@example.com', 'owner', 'Acme');
    const params = { organization };
    const { body } = await service.call('addEndpoint', { cookie, params, body: { url } });
    for (let createdCount = 0; createdCount < 3; createdCount += 1) {
      await service.call('testEndpoint', { cookie, params: { ...params, endpoint: body.id } });
    }
    const list = (query: string) => service.call('listDeliveries', { cookie, params, query });
    const { body: first } = await list('?limit=2');
    expect(first.results).toHaveLength(2);
    const { body: second } = await list(`?limit=2&after=${first.next ?? ''}`);
    expect(new Set([...first.results, ...second.results].map(({ id }) => id)).size).toBe(3);
    expect(second.next).toBeNull();
    expect((await list('?state=delivered')).body.results).toEqual([]);
    expect((await list('?state=gone')).status).toBe(400);
  },
);
