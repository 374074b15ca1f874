import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { findTaggedTests } from './find-tagged-tests.ts';
import { findRowFaults, securityDocument } from './security-document.ts';

const root = path.join(import.meta.dirname, '../..');
const file = path.join(root, 'docs', 'security.md');
const tests = findTaggedTests(root);
const problems = [...findRowFaults(tests)];
const text = securityDocument(tests);

// `--check` fails when the file is not what the titles say; without it the file is written.
if (!process.argv.includes('--check')) {
  writeFileSync(file, text);
} else if (!existsSync(file) || readFileSync(file, 'utf8') !== text) {
  problems.push('docs/security.md is not what the tests say: run `npm run docs:security` and commit it.');
}
for (const problem of problems) process.stderr.write(`${problem}\n`);
if (problems.length > 0) process.exitCode = 1;
