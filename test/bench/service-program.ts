import { existsSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '#test/fixtures/project-root.ts';

/** The built service: benchmarks measure what ships. */
export function serviceProgram(): string {
  const file = path.join(projectRoot, 'out', 'service', 'main.mjs');
  if (existsSync(file)) return file;
  throw new Error('The service is not built: run "npm run build" first.');
}
