import { afterEach, beforeEach, expect, test } from 'vitest';
import { callRoutes, type DashboardCall } from '#shared/dashboard-api/call-routes.ts';
import type { CallBody } from '#shared/dashboard-api/dashboard-calls.ts';
import { createApp } from '../create-app.ts';
import {
  cookieIn,
  dashboardOrigin,
  type DashboardService,
  goodPassword,
  openDashboard,
  sessionHeaders,
} from '../testing/dashboard.ts';
import { oneTimeCode } from '../testing/one-time-code.ts';
import { isPostgres } from '../testing/test-data.ts';

let first: DashboardService;
beforeEach(async () => {
  first = await openDashboard({ passwordHasher: undefined });
});
afterEach(() => first.end());

/** A second instance on the same data. On PostgreSQL, it has its own connections. */
const startLater = async () => {
  const isShared = !isPostgres;
  const store = isShared ? first.store : await first.data.open();
  const app = createApp({ store, dashboard: new Map() });
  return {
    call: async <Name extends DashboardCall>(name: Name, cookie?: string, body?: CallBody<Name>) => {
      const { method, path } = callRoutes[name];
      const reply = await app.inject({
        method,
        url: `/dashboard/api${path}`,
        headers: { host: '127.0.0.1:8600', origin: dashboardOrigin, ...sessionHeaders(cookie) },
        ...(body !== undefined && { payload: body as object }),
      });
      return { status: reply.statusCode, body: reply.json<unknown>(), cookie: cookieIn(reply.headers) };
    },
    end: async (): Promise<void> => {
      await app.close();
      if (!isShared) await store.close();
    },
  };
};

test(
  'dashboard: an instance that starts later shares sessions, links, codes and limits',
  { tags: '@X24' },
  async () => {
    const { cookie } = await first.join('ada@example.com', 'owner');
    const token = await first.invitationToken('tomas@example.com', 'support');
    const { body: started } = await first.call('beginSecondFactor', { cookie, body: { password: goodPassword } });
    const later = await startLater();
    try {
      expect((await later.call('session', cookie)).status).toBe(200);
      // A sign-in started at one instance is finished at the other, and vice versa.
      const accepted = await later.call('acceptInvitation', undefined, {
        token,
        name: 'Tomás',
        password: goodPassword,
      });
      expect(accepted.status).toBe(200);
      expect((await first.call('session', { cookie: accepted.cookie })).status).toBe(200);
      expect((await later.call('confirmSecondFactor', cookie, { code: oneTimeCode(started.key) })).status).toBe(200);
      expect((await first.call('readSecondFactor', { cookie })).body.isOn).toBe(true);
      // Signing out at one instance signs out everywhere.
      expect((await first.call('signOut', { cookie: accepted.cookie })).status).toBe(200);
      expect((await later.call('session', accepted.cookie)).status).toBe(401);
      // Wrong passwords count across instances.
      const wrong = { email: 'tomas@example.com', password: 'not the password 7' };
      const statuses: number[] = [];
      for (let round = 0; round < 6; round += 1) {
        const { status } =
          round % 2 === 0 ? await first.call('signIn', { body: wrong }) : await later.call('signIn', undefined, wrong);
        statuses.push(status);
      }
      expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
    } finally {
      await later.end();
    }
  },
);
