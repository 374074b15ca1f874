import { listSessions, readActivity, readFunnel } from '#shared/activity-api/activity.ts';
import { causeOfCode } from '#shared/activity-api/causes.ts';
import { eraseUserCall } from '#shared/erasure-api/erase-user.ts';
import {
  createHostedLink,
  createRetryLink,
  listHostedLinks,
  revokeHostedLink,
} from '#shared/hosted-links-api/hosted-links.ts';
import { operations, readCompany, readOutcome } from '#shared/migration-api/operations.ts';
import { readReceipt } from '#shared/reports-api/receipts.ts';
import { readReport, readReportItems } from '#shared/reports-api/reports.ts';
import { statusEventType, testEventType } from '#shared/webhooks-api/event-types.ts';

const migrationId = '6f1c2d3e-4a5b-4c6d-8e7f-90a1b2c3d4e5';
const companyId = 'b2a1c0d9-8e7f-4a6b-9c5d-4e3f2a1b0c9d';
const organizationId = '0d9c8b7a-6f5e-4d3c-8b2a-1908f7e6d5c4';
const [startedAt, endedAt] = ['2026-11-20T14:30:00.000Z', '2026-11-20T14:32:07.120Z'];
const reference = '7KQ2M9TX';
const userId = 'ada@example.com';
const counts = { copied: 1_204, altered: 3, skipped: 12, failed: 2 };

const migration = {
  object: 'migration',
  id: migrationId,
  created: startedAt,
  status: 'COMPLETED_WITH_FAILURES',
  created_by_user_id: userId,
  company_id: companyId,
};
const company = {
  object: 'company',
  id: companyId,
  created: startedAt,
  provider_company_name: 'Aurora Bakery',
  provider_company_id: 'cmp_20417',
  organization_id: organizationId,
  source_provider: 'Ledgerline',
};
const modal = { url: 'https://api.ferry.example/modal/pQ3xT8vL2nR6yB0kW5cH9sJ4mD7gF1aZ8uE2iO6tN3q' };
const page = { size: 10, total: 1 };

export const statusEvent = {
  type: statusEventType,
  timestamp: endedAt,
  data: migration,
  previous_status: 'WORKING',
  sequence: 3,
  details: {
    cause: causeOfCode('items_too_large'),
    company: { id: companyId, name: company.provider_company_name, provider: company.source_provider },
    counts,
  },
  metadata: { tenant: 'aurora' },
};
const endpointId = 'ep_1f2e3d4c5b6a47988796a5b4c3d2e1f0';
export const testEvent = {
  type: testEventType,
  timestamp: endedAt,
  data: { object: 'endpoint', id: endpointId, organization_id: organizationId },
};
const eventId = 'evt_9a8b7c6d5e4f43218765a9b8c7d6e5f4';
const secret = 'whsec_3q2+7wABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhs=';
const newEndpoint = { url: 'https://app.aurora.example/ferry', description: 'Backend', statuses: ['COMPLETE'] };
const endpoint = {
  id: endpointId,
  ...newEndpoint,
  disabled: false,
  disabled_reason: null,
  created: startedAt,
  previous_secret_until: null,
  recent: { delivered: 99, failed: 1, last_failure: { at: endedAt, status: 503, error: 'The endpoint returned 503.' } },
};
const delivery = {
  id: 'dlv_0a1b2c3d4e5f46789a8b7c6d5e4f3a2b',
  endpoint: endpointId,
  event: {
    id: eventId,
    type: statusEventType,
    timestamp: endedAt,
    migration: migrationId,
    previous_status: statusEvent.previous_status,
    status: migration.status,
    sequence: statusEvent.sequence,
  },
  state: 'delivered',
  attempts: [{ at: endedAt, duration_ms: 84, status: 204, reply: '', error: null }],
  next_attempt: null,
  created: endedAt,
};
const pendingDelivery = { ...delivery, state: 'pending', attempts: [], next_attempt: endedAt };
const hostedLink = {
  user_id: userId,
  metadata: statusEvent.metadata,
  id: '019aa1b6-7d10-7c1e-9a53-0c8e6f0f2b7d',
  status: 'active',
  migration_id: migrationId,
  created: startedAt,
  expires: '2026-11-27T14:30:00.000Z',
};

const newHostedLink = {
  ...hostedLink,
  migration_id: null,
  url: 'https://api.ferry.example/start#Jd9Mf2Gs7Pa8Ue3Oi6NtBZk3Qw8Tn5Vb1Ly6Rx0Hc4H',
};

const funnelCounts = {
  sessions: 2,
  steps: [
    { step: 'session_created', sessions: 2 },
    { step: 'modal_opened', sessions: 2 },
    { step: 'provider_chosen', sessions: 2 },
    { step: 'sign_in_started', sessions: 2 },
    { step: 'sign_in_succeeded', sessions: 1 },
    { step: 'consent_given', sessions: 1 },
    { step: 'ended', sessions: 1 },
  ],
  statuses: { COMPLETE: 1, LOGIN_ABANDONED: 1 },
};
const item = {
  collection: 'people',
  kind: 'contacts',
  item: 'Grace Hopper',
  state: 'failed',
  reason: 'too_large',
  detail: '413',
  place: null,
  changes: [],
};
const receiptItem = { collection: 'people', item: 'Grace Hopper', outcome: 'failed', reason: 'too_large' };
const receiptCounts = { total: 1_221, ...counts, pending: 0 };
const root = '9a0364b9e99bb480dd25e1f0284c8555ad0b5e2a4d7d2d6c6ee1e5ac1b0c3c31';
export const reportItems = { results: [item], next: null };
const collection = { id: 'people', name: 'People', kind: 'contacts', is_counted: true, is_forbidden: false };

/** Successful response of each call, by operation ID. */
export const responseExamples: Readonly<Record<string, unknown>> = {
  [operations.checkHealth.id]: { status: 'ok', version: '0.1.0', now: startedAt },
  [operations.getMigration.id]: migration,
  [operations.listMigrations.id]: { results: [migration], page },
  [operations.listCompanies.id]: { results: [company], page },
  [operations.createLinkToken.id]: { link_token: 'Zk3Qw8Tn5Vb1Ly6Rx0Hc4Jd9Mf2Gs7Pa8Ue3Oi6NtB' },
  [operations.createAccessToken.id]: { access_token: 'Hs7Pa8Ue3Oi6NtBZk3Qw8Tn5Vb1Ly6Rx0Hc4Jd9Mf2G' },
  [operations.createModal.id]: modal,
  [operations.resumeModal.id]: { ...modal, status: 'WORKING' },
  [readCompany.id]: company,
  [createHostedLink.id]: newHostedLink,
  [createRetryLink.id]: { ...newHostedLink, source_providers: [company.source_provider], retry_of: migrationId },
  [listHostedLinks.id]: { results: [hostedLink], next: null },
  [revokeHostedLink.id]: { ...hostedLink, status: 'revoked' },
  [readOutcome.id]: {
    ...modal,
    status: migration.status,
    outcome: {
      source: 'ferry_modal',
      event: {
        type: 'migration_modal.completed',
        data: { migration_id: migrationId, status: migration.status, at: endedAt, counts },
      },
    },
  },
  [readActivity.id]: {
    migration_id: migrationId,
    reference,
    status: 'LOGIN_ABANDONED',
    cause: causeOfCode('password_refused'),
    remaining: null,
    results: [
      {
        id: 'act_6f1c2d3e4a5b4c6d8e7f90a1b2c3d4e5_1',
        at: startedAt,
        step: 'session_created',
        detail: { browser: 'Firefox' },
      },
      {
        id: 'act_6f1c2d3e4a5b4c6d8e7f90a1b2c3d4e5_5',
        at: '2026-11-20T14:31:12.004Z',
        step: 'sign_in_failed',
        detail: {
          provider: company.source_provider,
          reason: 'password_refused',
          times: 3,
          request_id: '01KAGZ7V4M8P2QX6R9S0T3W5YB',
        },
      },
    ],
    next: '5',
  },
  [listSessions.id]: {
    results: [
      {
        reference,
        migration_id: migrationId,
        user_id: userId,
        status: 'LOGIN_ABANDONED',
        started_at: startedAt,
        ended_at: endedAt,
      },
    ],
    next: null,
  },
  [readFunnel.id]: {
    since: '2026-11-13T14:30:00.000Z',
    until: startedAt,
    ...funnelCounts,
    providers: [{ provider: company.source_provider, ...funnelCounts }],
  },
  [readReport.id]: {
    object: 'report',
    migration_id: migrationId,
    status: migration.status,
    is_practice: false,
    retry_of: null,
    began: startedAt,
    ended: endedAt,
    kept_until: '2027-02-18T14:32:07.120Z',
    total: 1_221,
    ...counts,
    pending: 0,
    collections: [
      { ...collection, total: 1_221, ...counts, pending: 0, reasons: [{ reason: item.reason, count: counts.failed }] },
    ],
  },
  [readReportItems.id]: `${JSON.stringify(item)}\n`,
  [readReceipt.id]: {
    items: [{ ...receiptItem, source_hash: null, destination_hash: null, place: null }],
    receipt: {
      object: 'receipt',
      retry_of: null,
      version: 1,
      service_version: '0.1.0',
      migration_id: migrationId,
      status: migration.status,
      source: { provider: 'Harbour Mail', user_name: userId },
      destination: 'https://dav.brightwater.example/',
      began: startedAt,
      ended: endedAt,
      ...receiptCounts,
      collections: [{ id: 'people', name: 'People', kind: 'contacts', ...receiptCounts, root }],
    },
    signature: 'c2lnbmF0dXJl',
  },
  [eraseUserCall.id]: { user_id: userId, migrations: 1, erased: true },
  'features.get': {
    version: '0.1.0',
    webhooks: true,
    reports: true,
    receipts: true,
    filters: true,
    activity: true,
    hosted_links: true,
    retries: true,
    open: true,
  },
  'webhooks.v1.events.list': { results: [{ id: eventId, ...statusEvent }], next: 'Y3Vyc29yLTEyMDQ' },
  'webhooks.v1.endpoints.list': { results: [endpoint], now: endedAt },
  'webhooks.v1.endpoints.create': { ...endpoint, secret },
  'webhooks.v1.endpoints.change': { ...endpoint, disabled: true, disabled_reason: 'person' },
  'webhooks.v1.endpoints.rotate': { secret, previous_secret_until: '2026-11-21T14:32:07.120Z' },
  'webhooks.v1.endpoints.test': pendingDelivery,
  'webhooks.v1.endpoints.replay': { replayed: 12 },
  'webhooks.v1.deliveries.list': { results: [delivery], next: null, now: endedAt },
  'webhooks.v1.deliveries.get': { ...delivery, body: JSON.stringify(statusEvent) },
  'webhooks.v1.deliveries.replay': pendingDelivery,
};

/** Request body of each call that has one, by operation ID. */
export const requestExamples: Readonly<Record<string, unknown>> = {
  [operations.createLinkToken.id]: { user_id: userId, metadata: statusEvent.metadata },
  [operations.createAccessToken.id]: responseExamples[operations.createLinkToken.id],
  [operations.createModal.id]: { user_id: userId, source_providers: [company.source_provider] },
  [createHostedLink.id]: { user_id: userId, metadata: statusEvent.metadata },
  [createRetryLink.id]: {},
  [eraseUserCall.id]: { user_id: userId },
  'webhooks.v1.endpoints.create': newEndpoint,
  'webhooks.v1.endpoints.change': { disabled: true },
  'webhooks.v1.endpoints.replay': { since: startedAt },
};
