import type { DocFault } from './find-doc-faults.ts';
import { findTaggedTests } from './find-tagged-tests.ts';
import { readTaggedRows, securityDocument } from './tagged-rows.ts';

/** Finds threat and fault tags that docs/security.md lacks, and rows whose linked tests lack the row's tag. */
export function findSecurityFaults(root: string): DocFault[] {
  const tests = findTaggedTests(root).map((test) => ({ ...test, ids: test.ids.filter((id) => /^[TFA]/.test(id)) }));
  const rows = readTaggedRows(root, securityDocument);
  const rowFaults = rows.flatMap(({ id, line, text }, index): DocFault[] => {
    const files = Array.from(text.matchAll(/\]\(\.\.\/([^)]+)\)/g), ([, file = '']) => file);
    const isTagged = (file: string) => tests.some((test) => test.file === file && test.ids.includes(id));
    const problems = [
      ...(rows.findIndex((row) => row.id === id) === index ? [] : [`${id} appears twice.`]),
      ...(files.length === 0 ? [`${id} links no test.`] : []),
      ...files.filter((file) => !isTagged(file)).map((file) => `No test of ${file} has the tag @${id}.`),
    ];
    return problems.map((problem) => ({ file: securityDocument, line, problem }));
  });
  const testFaults = tests.flatMap(({ ids, file, line }): DocFault[] =>
    ids
      .filter((id) => !rows.some((row) => row.id === id))
      .map((id) => ({ file, line, problem: `${securityDocument} has no row ${id}.` })),
  );
  return [...rowFaults, ...testFaults];
}
