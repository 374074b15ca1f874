import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { erasureDocumentText } from '#service/openapi/erasure-document.ts';
import { activityDocumentText } from '#service/openapi/activity-document.ts';
import { openApiText } from '#service/openapi/openapi-document.ts';
import { reportsDocumentText } from '#service/openapi/reports-document.ts';
import { webhooksDocumentText } from '#service/openapi/webhooks-document.ts';

const documents = {
  'openapi.json': openApiText(),
  'openapi-webhooks.json': webhooksDocumentText(),
  'openapi-erasure.json': erasureDocumentText(),
  'openapi-reports.json': reportsDocumentText(),
  'openapi-activity.json': activityDocumentText(),
};

for (const [name, text] of Object.entries(documents)) {
  const path = join(import.meta.dirname, '../../docs', name);
  // `--check` fails if a file differs from the schemas. Without it, the files are written.
  if (!process.argv.includes('--check')) {
    writeFileSync(path, text);
  } else if (!existsSync(path) || readFileSync(path, 'utf8') !== text) {
    process.stderr.write(`docs/${name} is not what the schemas say: run \`npm run docs:openapi\` and commit it.\n`);
    process.exitCode = 1;
  }
}
