import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { DocFault } from './find-doc-faults.ts';
import { testFiles } from './find-tagged-tests.ts';

const document = 'docs/features.md';
/** A string of a test that begins with ids of features: only titles do. */
const title = /['"`](?:\[\w+\] (?:\([^)]*\) )?)?((?:[CSXW]\d+b? )+)/g;

/**
 * Compares the ids of docs/features.md with those at the beginning of the titles of tests: an id that a title names and
 * the document lacks, and a feature that no test names.
 */
export function findFeatureFaults(root: string): DocFault[] {
  const lines = readFileSync(path.join(root, document), 'utf8').split('\n');
  const features = new Map(
    lines.flatMap((text, index) => {
      const id = /^\| ([CSXW]\d+b?) +\|/.exec(text)?.[1];
      return id ? [[id, index + 1] as const] : [];
    }),
  );
  const named = new Set<string>();
  const faults: DocFault[] = [];
  for (const file of testFiles(root)) {
    readFileSync(path.join(root, file), 'utf8')
      .split('\n')
      .forEach((text, index) => {
        for (const [, ids = ''] of text.matchAll(title)) {
          for (const id of ids.trim().split(' ')) {
            named.add(id);
            if (!features.has(id)) {
              faults.push({ file, line: index + 1, problem: `${id} is no feature of ${document}.` });
            }
          }
        }
      });
  }
  for (const [id, line] of features) {
    if (!named.has(id)) faults.push({ file: document, line, problem: `No test names ${id}.` });
  }
  return faults;
}
