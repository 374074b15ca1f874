import { brand } from '#shared/brand.ts';
import { apiErrorSchema } from '#shared/migration-api/api-error.ts';
import {
  itemChangeSchema,
  readReport,
  readReportItems,
  reportedCollectionSchema,
  reportedItemSchema,
  reportSchema,
} from '#shared/reports-api/reports.ts';
import { bearer, createSchemaNames, describeCall, type Json } from './describe-call.ts';

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

export const reportsDocumentText = (): string => {
  const document: Json = {
    openapi: '3.1.0',
    info: {
      title: `${brand.serviceName} reports`,
      version: '1.0.0',
      description: 'Item-by-item results of a migration, kept for 90 days after it ends.',
    },
    servers: [{ url: '/' }],
    paths: { [readReport.path]: { get: describe(readReport) }, [readReportItems.path]: { get: describeItems() } },
    components: {
      securitySchemes: {
        apiKey: bearer(
          `API key, starts with ${brand.productionKeyPrefix} or ${brand.testKeyPrefix}; use it only on servers`,
        ),
      },
      schemas: names.components(),
    },
  };
  return `${JSON.stringify(document, null, 2)}\n`;
};
