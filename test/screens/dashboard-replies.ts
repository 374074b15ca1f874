import type { DashboardCall } from '#shared/dashboard-api/call-routes.ts';
import type { CallReply } from '#shared/dashboard-api/dashboard-calls.ts';
import { picturedAt } from './fixed-clock.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
/** So long before the moment of the pictures. */
const before = (ms: number): string => new Date(picturedAt.getTime() - ms).toISOString();
const after = (ms: number): string => before(-ms);

export const organizationId = 'brightwater';
const people = {
  ada: 'Ada Lindqvist',
  jonas: 'Jonas Weber',
  mira: 'Mira Okafor',
  tomas: 'Tomás Silva',
  hana: 'Hana Kobayashi',
} as const;

type Key = CallReply<'listKeys'>[number];
const key = (
  description: string,
  lastFour: string,
  scopes: Key['scopes'],
  madeBy: string,
  days: number,
  usedBefore: number | null,
): Key => ({
  id: lastFour,
  description,
  lastFour,
  scopes,
  madeBy,
  production: true,
  created: before(days * day),
  lastUsed: usedBefore === null ? null : before(usedBefore),
  revoked: null,
});

const endpoint = (
  id: string,
  url: string,
  delivered: number,
  failed: number,
  more: Partial<CallReply<'listEndpoints'>['results'][number]> = {},
): CallReply<'listEndpoints'>['results'][number] => ({
  id,
  url,
  description: '',
  statuses: null,
  disabled: false,
  disabled_reason: null,
  created: before(60 * day),
  previous_secret_until: null,
  recent: {
    delivered,
    failed,
    last_failure: failed === 0 ? null : { at: before(5 * minute), status: 503, error: 'Service Unavailable' },
  },
  ...more,
});

type Delivery = CallReply<'listDeliveries'>['results'][number];
const delivery = (
  id: string,
  migration: string,
  change: readonly [Delivery['event']['previous_status'], Delivery['event']['status']],
  ago: number,
  attempts: Delivery['attempts'],
  next: string | null = null,
): Delivery => ({
  id,
  endpoint: 'hooks',
  event: {
    id: `msg_2p9sZk4QmT7wVt1${id}`,
    type: 'migration.status_updated',
    timestamp: before(ago),
    migration,
    previous_status: change[0],
    status: change[1],
    sequence: 3,
  },
  state: next === null ? 'delivered' : 'pending',
  attempts,
  next_attempt: next,
  created: before(ago),
});
const taken = (ago: number, duration: number): Delivery['attempts'][number] => ({
  at: before(ago),
  duration_ms: duration,
  status: 200,
  reply: 'ok',
  error: null,
});
const failed = (ago: number, duration: number): Delivery['attempts'][number] => ({
  at: before(ago),
  duration_ms: duration,
  status: 503,
  reply: 'upstream connect error, no healthy host',
  error: 'Service Unavailable',
});

const line = (
  number: number,
  ago: number,
  by: string,
  action: string,
  details: Readonly<Record<string, unknown>> = {},
  subject: string | null = null,
): CallReply<'readAudit'>['lines'][number] => ({
  number,
  at: before(ago),
  action,
  by,
  isGone: false,
  from: by === 'command line' ? null : by === people.ada ? '203.0.113.24' : '198.51.100.7',
  subject,
  details: { ...details },
});

/** What a service answers that has been used for a year: the same people, keys and times on every picture. */
export const replies = {
  session: {
    person: { id: 'ada', name: people.ada, email: 'ada@brightwater.example', hasPassword: true },
    organizations: [
      { id: organizationId, name: 'Brightwater', production: true, role: 'owner' },
      { id: 'trial', name: 'Brightwater trial', production: false, role: 'owner' },
    ],
    baseUrl: 'https://api.ferry.example',
  },
  readInvitation: {
    email: 'nadia.roy@brightwater.example',
    role: 'admin',
    organization: { name: 'Brightwater', production: true },
    isKnown: false,
  },
  listKeys: [
    key('Billing sync', 'b07e', ['read'], people.ada, 97, 2 * minute),
    key('Onboarding page', '3d58', ['link'], people.mira, 82, minute),
    key('Nightly export', '91c7', ['read'], people.jonas, 67, 10 * hour),
    key('Production backend', '4f2a', ['read', 'link'], people.ada, 41, 0),
    key('Load test of October', '0c9d', ['read', 'link'], people.jonas, 39, null),
    key('Ferry Console, support desk', 'e6a4', ['read'], people.mira, 18, day),
    { ...key('Pilot', '17aa', ['read'], people.ada, 200, 4 * day), revoked: before(3 * day) },
  ],
  createKey: {
    apiKey: 'fk_prod_7Qm2vX9sLr4TzK8wYb1NcE6hJd3PfUa5GkRt0ViOx-c41e',
    key: key('Checkout service', 'c41e', ['read', 'link'], people.ada, 0, null),
  },
  listEndpoints: {
    results: [
      endpoint('hooks', 'https://hooks.brightwater.example/ferry', 97, 3),
      endpoint('erp', 'https://erp.brightwater.example/in/ferry', 100, 0, { statuses: ['COMPLETE', 'FAILED'] }),
      endpoint('old', 'https://old-crm.brightwater.example/wh', 0, 1, { disabled: true, disabled_reason: 'gone' }),
    ],
    now: picturedAt.toISOString(),
  },
  waysIn: { company: true },
  readDelivery: {
    ...delivery('c2', '2b90fe63-9f51', ['WORKING', 'PENDING_USER_INPUT'], 40 * minute, []),
    body: JSON.stringify({
      type: 'migration.status_updated',
      timestamp: before(40 * minute),
      data: { migration: '2b90fe63-9f51', previous_status: 'WORKING', status: 'PENDING_USER_INPUT', sequence: 3 },
    }),
  },
  listDeliveries: {
    results: [
      delivery('c1', '5fa2c6d7-128c', ['WORKING', 'COMPLETE'], minute, [taken(minute, 84)]),
      delivery(
        'c2',
        '2b90fe63-9f51',
        ['WORKING', 'PENDING_USER_INPUT'],
        40 * minute,
        [failed(40 * minute, 212), failed(39 * minute, 198), failed(5 * minute, 240)],
        after(115 * minute),
      ),
      delivery('c3', 'e7d50b18-e02f', ['NOT_STARTED', 'WORKING'], hour, [failed(hour, 90), taken(hour, 91)]),
      delivery('c4', '91b7e3f4-b649', ['WORKING', 'FAILED'], 77 * minute, [taken(77 * minute, 91)]),
    ],
    next: null,
    now: picturedAt.toISOString(),
  },
  listPeople: {
    members: [
      ['ada', people.ada, 'owner', 0, true],
      ['jonas.weber', people.jonas, 'admin', 2 * hour, true],
      ['mira', people.mira, 'admin', day, true],
      ['tomas.silva', people.tomas, 'support', 3 * day, false],
      ['hana', people.hana, 'support', 6 * day, false],
    ].map(([id, name, role, seen, secondFactor]) => ({
      id: String(id),
      name: String(name),
      email: `${String(id)}@brightwater.example`,
      role: role as 'owner',
      lastSeen: before(Number(seen)),
      signsIn: { hasPassword: id !== 'hana', secondFactor: secondFactor === true, passkeys: seen === 0 ? 1 : 0 },
    })),
    invitations: [
      {
        id: 'one',
        email: 'nadia.roy@brightwater.example',
        role: 'admin',
        invitedBy: people.jonas,
        expires: after(22 * hour),
      },
      {
        id: 'two',
        email: 'desk@brightwater-support.example',
        role: 'support',
        invitedBy: people.mira,
        expires: before(day),
      },
    ],
  },
  invite: {
    url: 'https://api.ferry.example/dashboard/#/invitation/wJ3k9Qm2vX7sLr4TzK8wYb1NcE6hJd3PfUa5GkRt0Vi',
    expiresAt: after(day),
  },
  readAudit: {
    lines: [
      line(1482, 2 * minute, people.ada, 'key.create', { description: 'Checkout service' }),
      line(1481, 9 * minute, people.ada, 'session.begin', { with: 'passkey' }),
      line(1480, 2 * hour, people.jonas, 'webhook.replay', { deliveries: 3 }, 'erp.brightwater.example'),
      line(1479, 2 * hour, people.jonas, 'person.invite', { email: 'nadia.roy@brightwater.example', role: 'admin' }),
      line(1478, 2 * hour, people.jonas, 'session.begin', { with: 'password and code' }),
      line(1477, 3 * day, people.tomas, 'person.refused', { call: 'revokeKey', role: 'support' }),
      line(1476, 3 * day, people.ada, 'key.revoke', {}, 'Pilot'),
      line(1475, 5 * day, people.mira, 'person.passkey', { added: 'Mira’s laptop' }),
      line(1474, 6 * day, people.ada, 'person.role', { from: 'admin', to: 'support' }, people.hana),
      line(1473, 7 * day, 'command line', 'brand'),
    ],
    hasOlder: true,
    hasNewer: false,
    people: Object.entries(people).map(([id, name]) => ({ id, name })),
  },
  checkAudit: { entries: 1482, problem: null },
  listSessions: [
    {
      id: 'this',
      isThis: true,
      address: '203.0.113.24',
      userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140',
      created: before(hour),
      seen: before(0),
    },
    {
      id: 'phone',
      isThis: false,
      address: '198.51.100.7',
      userAgent: 'Mozilla/5.0 (iPhone) Safari/605',
      created: before(5 * hour),
      seen: before(2 * hour),
    },
  ],
  readPasskeys: [{ id: 'laptop', name: 'Ada’s laptop', created: before(40 * day), lastUsed: before(9 * minute) }],
  readSecondFactor: { isOn: false, codesLeft: 0 },
  beginSecondFactor: {
    address:
      'otpauth://totp/Ferry%20api.ferry.example:ada%40brightwater.example?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
    key: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
  },
} satisfies { readonly [Name in DashboardCall]?: CallReply<Name> };
