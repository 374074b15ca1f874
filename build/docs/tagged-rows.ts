import { readFileSync } from 'node:fs';
import path from 'node:path';

export const featureDocument = 'docs/features.md';
export const securityDocument = 'docs/security.md';

/** A table row whose ID tests use as a tag. */
export interface TaggedRow {
  readonly id: string;
  readonly line: number;
  readonly text: string;
}

/** Returns a document's rows that start with an ID such as `C14` or `T9`. */
export const readTaggedRows = (root: string, document: string): TaggedRow[] =>
  readFileSync(path.join(root, document), 'utf8')
    .split('\n')
    .flatMap((text, index) => {
      const id = /^\| ([A-Z]\d+b?) +\|/.exec(text)?.[1];
      return id === undefined ? [] : [{ id, line: index + 1, text }];
    });

/** Returns the tags that tests may use. */
export const allTags = (root: string): string[] => [
  ...new Set(
    [featureDocument, securityDocument].flatMap((document) => readTaggedRows(root, document)).map(({ id }) => `@${id}`),
  ),
];
