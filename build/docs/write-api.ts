import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { openApiText } from '#service/openapi/openapi-document.ts';
import { apiDocument, type OpenApi } from './api-document.ts';

const file = path.join(import.meta.dirname, '../../docs/api.md');
const text = apiDocument(JSON.parse(openApiText()) as OpenApi);

// `--check` fails if the file differs from the schemas. Without it, the file is written.
if (!process.argv.includes('--check')) {
  writeFileSync(file, text);
} else if (!existsSync(file) || readFileSync(file, 'utf8') !== text) {
  process.stderr.write('docs/api.md is not what the schemas say: run `npm run docs:api` and commit it.\n');
  process.exitCode = 1;
}
