import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { format } from 'prettier';
import { projectRoot } from '#build/launch/base/project-root.ts';
import { importOverrides } from './import-rules.ts';

/** What the linter is told about imports comes from the table in import-rules.ts; everything else of its file stays. */
const file = path.join(projectRoot, '.oxlintrc.json');
const config = JSON.parse(readFileSync(file, 'utf8')) as { overrides: { rules: object }[] };
const others = config.overrides.filter(({ rules }) => !('no-restricted-imports' in rules));
const text = JSON.stringify({ ...config, overrides: [...others, ...importOverrides()] });
writeFileSync(file, await format(text, { parser: 'json', printWidth: 120 }));
