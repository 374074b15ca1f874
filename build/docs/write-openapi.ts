import { erasureDocumentText } from '#service/openapi/erasure-document.ts';
import { activityDocumentText } from '#service/openapi/activity-document.ts';
import { openApiText } from '#service/openapi/openapi-document.ts';
import { reportsDocumentText } from '#service/openapi/reports-document.ts';
import { webhooksDocumentText } from '#service/openapi/webhooks-document.ts';
import { writeOrCheck } from './write-or-check.ts';

const documents = {
  'openapi.json': openApiText(),
  'openapi-webhooks.json': webhooksDocumentText(),
  'openapi-erasure.json': erasureDocumentText(),
  'openapi-reports.json': reportsDocumentText(),
  'openapi-activity.json': activityDocumentText(),
};

writeOrCheck(documents, 'npm run docs:openapi');
