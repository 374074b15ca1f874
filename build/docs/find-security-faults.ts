import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { DocFault } from './find-doc-faults.ts';
import { findTaggedTests } from './find-tagged-tests.ts';

const document = 'docs/security.md';

/** Finds tests that name no row of docs/security.md, and rows that link no test which names them. */
export function findSecurityFaults(root: string): DocFault[] {
  const tests = findTaggedTests(root);
  const lines = readFileSync(path.join(root, document), 'utf8').split('\n');
  const rows = lines.flatMap((text, index) => {
    const [, id] = /^\| ([TFA]\d+) \|/.exec(text) ?? [];
    const files = Array.from(text.matchAll(/\]\(\.\.\/([^)]+)\)/g), ([, file = '']) => file);
    return id === undefined ? [] : [{ id, line: index + 1, files }];
  });
  const ofRows = rows.flatMap(({ id, line, files }, index): DocFault[] => {
    const shown = files.filter((file) => tests.some((test) => test.file === file && test.rows.includes(id)));
    const problems = [
      ...(rows.findIndex((row) => row.id === id) === index ? [] : [`${id} is there twice.`]),
      ...(files.length === 0 ? [`${id} links no test.`] : []),
      ...files.filter((file) => !shown.includes(file)).map((file) => `No test of ${file} names ${id}.`),
    ];
    return problems.map((problem) => ({ file: document, line, problem }));
  });
  const ofTests = tests.flatMap(({ title, rows: ids, file, line }): DocFault[] => {
    const unknown = ids.filter((id) => !rows.some((row) => row.id === id));
    const problems = [
      ...(ids.length === 0 ? [`"${title}" names no row of ${document}, as in [fault] (F1).`] : []),
      ...unknown.map((id) => `"${title}" names ${id}, which is no row of ${document}.`),
    ];
    return problems.map((problem) => ({ file, line, problem }));
  });
  return [...ofRows, ...ofTests];
}
