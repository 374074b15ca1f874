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
import { apiErrorSchema } from '#shared/migration-api/api-error.ts';
import { createDocument, createSchemaNames, describeCall, documentText } from './describe-call.ts';

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

export const activityDocumentText = (): string => {
  const calls = [readActivity, listSessions, readFunnel];
  return documentText(
    createDocument(names, {
      title: 'activity',
      description:
        'The steps of a migration and the cause of its outcome, kept for 90 days from the start of the session.',
      paths: Object.fromEntries(
        calls.map((call) => [call.path, { get: describeCall(call, { scopes: ['read'] }, names.reference) }]),
      ),
    }),
  );
};
