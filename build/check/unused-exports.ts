import { projectRoot } from '#build/launch/base/project-root.ts';
import { findUnusedExports } from './find-unused-exports.ts';

// What nobody imports is the file's own: without `export` a reader knows that no other file depends on it.
const unused = findUnusedExports(projectRoot);
for (const { file, line, name } of unused) console.log(`${file}:${line}: no other file names ${name}`);
console.log(unused.length === 0 ? 'Every export is named by another file.' : 'Take the word export away, or the code.');
process.exitCode = unused.length === 0 ? 0 : 1;
