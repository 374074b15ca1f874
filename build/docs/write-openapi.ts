import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openApiText } from '#service/routes/openapi-document.ts';

const path = join(import.meta.dirname, '../../docs/openapi.json');
const text = openApiText();

// `--check` fails when the file is not what the schemas say; without it the file is written.
if (!process.argv.includes('--check')) {
  writeFileSync(path, text);
} else if (!existsSync(path) || readFileSync(path, 'utf8') !== text) {
  process.stderr.write('docs/openapi.json is not what the schemas say: run `npm run docs:openapi` and commit it.\n');
  process.exitCode = 1;
}
