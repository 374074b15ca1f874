import {
  activityEntrySchema,
  causeSchema,
  funnelSchema,
  listSessions,
  migrationActivitySchema,
  providerFunnelSchema,
  readActivity,
  readFunnel,
  sessionListSchema,
  sessionSchema,
} from '#shared/activity-api/activity.ts';
import { causeOfCode } from '#shared/activity-api/causes.ts';
import { apiErrorSchema } from '#shared/migration-api/api-error.ts';
import { apiKeyDocumentText, createSchemaNames, describeCall, type Json } from './describe-call.ts';

const names = createSchemaNames({
  MigrationActivity: migrationActivitySchema,
  ActivityEntry: activityEntrySchema,
  Cause: causeSchema,
  SessionList: sessionListSchema,
  Session: sessionSchema,
  Funnel: funnelSchema,
  ProviderFunnel: providerFunnelSchema,
  APIErrorResponse: apiErrorSchema,
});

const migrationId = '6f1c2d3e-4a5b-4c6d-8e7f-90a1b2c3d4e5';
const [startedAt, endedAt] = ['2026-11-20T14:30:00.000Z', '2026-11-20T14:32:07.120Z'];

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
} as const;

/** Example of each response. A test checks the examples against the schemas. */
export const activityExamples = {
  [readActivity.id]: {
    migration_id: migrationId,
    reference: '7KQ2M9TX',
    status: 'LOGIN_ABANDONED',
    cause: causeOfCode('password_refused'),
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
          provider: 'Ledgerline',
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
        reference: '7KQ2M9TX',
        migration_id: migrationId,
        user_id: 'ada@example.com',
        status: 'LOGIN_ABANDONED',
        started_at: startedAt,
        ended_at: endedAt,
      },
    ],
    next: null,
  },
  [readFunnel.id]: {
    since: '2026-11-13T14:30:00.000Z',
    until: '2026-11-20T14:30:00.000Z',
    ...funnelCounts,
    providers: [{ provider: 'Ledgerline', ...funnelCounts }],
  },
} as const;

const describe = (call: typeof readActivity | typeof listSessions | typeof readFunnel): Json => {
  const callDocument = describeCall(call, [{ apiKey: ['read'] }], names.reference);
  const responses = callDocument['responses'] as Record<string, Json>;
  const json = { schema: names.reference(call.replies[200]), example: activityExamples[call.id] };
  return {
    ...callDocument,
    responses: { ...responses, 200: { ...responses[200], content: { 'application/json': json } } },
  };
};

export const activityDocumentText = (): string => {
  const calls = [readActivity, listSessions, readFunnel];
  return apiKeyDocumentText(names, {
    title: 'activity',
    description:
      'The steps of a migration and the cause of its outcome, kept for 90 days from the start of the session.',
    paths: Object.fromEntries(calls.map((call) => [call.path, { get: describe(call) }])),
  });
};
