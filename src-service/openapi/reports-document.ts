import { apiErrorSchema } from '#shared/migration-api/api-error.ts';
import {
  itemChangeSchema,
  readReport,
  readReportItems,
  reportedCollectionSchema,
  reportedItemSchema,
  reportSchema,
} from '#shared/reports-api/reports.ts';
import { apiKeyDocumentText, createSchemaNames, describeCall, type Json } from './describe-call.ts';

const names = createSchemaNames({
  Report: reportSchema,
  ReportedCollection: reportedCollectionSchema,
  ReportedItem: reportedItemSchema,
  ItemChange: itemChangeSchema,
  APIErrorResponse: apiErrorSchema,
});

const describe = (call: typeof readReport | typeof readReportItems): Json =>
  describeCall(call, [{ apiKey: ['read'] }], names.reference);

const describeItems = (): Json => {
  const call = describe(readReportItems);
  const responses = call['responses'] as Record<string, Json>;
  const lines = {
    description: 'One `ReportedItem` per line',
    headers: { Link: { schema: { type: 'string' }, description: 'The next page, if there is one' } },
    content: { 'application/x-ndjson': { schema: names.reference(reportedItemSchema) } },
  };
  return { ...call, responses: { ...responses, 200: lines } };
};

export const reportsDocumentText = (): string =>
  apiKeyDocumentText(names, {
    title: 'reports',
    description: 'Item-by-item results of a migration, kept for 90 days after it ends.',
    paths: { [readReport.path]: { get: describe(readReport) }, [readReportItems.path]: { get: describeItems() } },
  });
