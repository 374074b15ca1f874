/** A node of the syntax tree of Vite's parser. Its fields depend on `type`. */
export interface SyntaxNode {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [field: string]: unknown;
}

const isNode = (value: object): value is SyntaxNode => 'type' in value && 'start' in value;

/** Yields every node below `value`, parents first. Skips the children of nodes for which `skip` returns true. */
export function* nodesOf(value: unknown, skip: (node: SyntaxNode) => boolean = () => false): Generator<SyntaxNode> {
  if (typeof value !== 'object' || value === null) return;
  if (isNode(value)) {
    if (skip(value)) return;
    yield value;
  }
  for (const part of Object.values(value)) yield* nodesOf(part, skip);
}

export const lineOf = (text: string, offset: number): number => text.slice(0, offset).split('\n').length;
