import { apiErrorSchema } from '#shared/migration-api/api-error.ts';
import {
  itemChangeSchema,
  itemPageSchema,
  readReport,
  readReportItems,
  reportedCollectionSchema,
  reportedItemSchema,
  reportSchema,
} from '#shared/reports-api/reports.ts';
import { content, createDocument, createSchemaNames, describeCall, documentText, type Json } from './describe-call.ts';
import { reportItems, responseExamples } from './examples.ts';

const names = createSchemaNames({
  Report: reportSchema,
  ReportedCollection: reportedCollectionSchema,
  ReportedItem: reportedItemSchema,
  ItemChange: itemChangeSchema,
  ItemPage: itemPageSchema,
  APIErrorResponse: apiErrorSchema,
});

const describe = (call: typeof readReport | typeof readReportItems): Json =>
  describeCall(call, { scopes: ['read'] }, names.reference);

const describeItems = (): Json => {
  const call = describe(readReportItems);
  const responses = call['responses'] as Record<string, Json>;
  const lines = {
    description: 'A page of items, or one `ReportedItem` per line',
    headers: { Link: { schema: { type: 'string' }, description: 'The next page, if there is one' } },
    content: {
      'application/x-ndjson': { schema: { type: 'string' }, example: responseExamples[readReportItems.id] },
      ...content(names.reference(itemPageSchema), reportItems),
    },
  };
  return { ...call, responses: { ...responses, 200: lines } };
};

export const reportsDocumentText = (): string =>
  documentText(
    createDocument(names, {
      title: 'reports',
      description: 'Item-by-item results of a migration, kept for 90 days after it ends.',
      paths: { [readReport.path]: { get: describe(readReport) }, [readReportItems.path]: { get: describeItems() } },
    }),
  );
