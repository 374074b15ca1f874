import { projectRoot } from '#build/launch/base/project-root.ts';
import { findStrings, type Program, programs } from './find-strings.ts';

const names = Object.keys(programs) as Program[];
const requested = process.argv.slice(2);
const unknown = requested.find((name) => !names.includes(name as Program));
if (unknown === undefined) {
  for (const program of requested.length > 0 ? (requested as Program[]) : names) {
    console.log(`# ${program}`);
    for (const { file, line, text } of findStrings(projectRoot, program)) console.log(`${file}:${line}\t${text}`);
  }
} else {
  console.error(`Unknown program "${unknown}". The programs are ${names.join(', ')}.`);
  process.exitCode = 2;
}
