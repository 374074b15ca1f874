import { openApiText } from '#service/openapi/openapi-document.ts';
import { apiDocument, type OpenApi } from './api-document.ts';
import { writeOrCheck } from './write-or-check.ts';

writeOrCheck({ 'api.md': apiDocument(JSON.parse(openApiText()) as OpenApi) }, 'npm run docs:api');
