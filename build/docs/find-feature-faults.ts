import type { DocFault } from './find-doc-faults.ts';
import { findTaggedTests } from './find-tagged-tests.ts';
import { featureDocument, readTaggedRows } from './tagged-rows.ts';

/** Finds feature tags missing from docs/features.md, and features without a tagged test. */
export function findFeatureFaults(root: string): DocFault[] {
  const rows = readTaggedRows(root, featureDocument);
  const features = new Set(rows.map(({ id }) => id));
  const tests = findTaggedTests(root).map((test) => ({ ...test, ids: test.ids.filter((id) => /^[CSXW]/.test(id)) }));
  const testedIds = new Set(tests.flatMap(({ ids }) => ids));
  return [
    ...tests.flatMap(({ ids, file, line }) =>
      ids
        .filter((id) => !features.has(id))
        .map((id) => ({ file, line, problem: `${featureDocument} has no feature ${id}.` })),
    ),
    ...rows
      .filter(({ id }) => !testedIds.has(id))
      .map(({ id, line }) => ({ file: featureDocument, line, problem: `No test has the tag @${id}.` })),
  ];
}
