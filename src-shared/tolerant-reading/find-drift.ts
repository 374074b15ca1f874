import { z } from 'zod';
import type { Drift } from '../console-contract/requests-calls.ts';
import { apiErrorSchema, nestedApiErrorSchema } from '../migration-api/api-error.ts';
import { type Operation, operations } from '../migration-api/operations.ts';
import { isTotalBelow } from './read-listing.ts';

type Path = readonly PropertyKey[];

const maxPatterns = 100;

/** Formats a path in a response: `$.results[3].status`, or `$.results[*].status`. */
export const toPath = (path: Path, indexes: 'kept' | 'open'): string =>
  path.reduce<string>((text, part) => {
    if (typeof part === 'number') return `${text}[${indexes === 'open' ? '*' : part}]`;
    const name = String(part);
    return /^[A-Za-z_$][\w$]*$/.test(name) ? `${text}.${name}` : `${text}[${JSON.stringify(name)}]`;
  }, '$');

const hasPath = (json: unknown, path: Path): boolean => {
  let value = json;
  for (const part of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return false;
    value = (value as Record<PropertyKey, unknown>)[part];
  }
  return true;
};

type Departure = Pick<Drift, 'kind' | 'detail'> & { readonly path: Path };

function departuresIn(issue: z.core.$ZodIssue, json: unknown): Departure[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      kind: 'undocumented',
      path: [...issue.path, key],
      detail: "The contract doesn't have this field.",
    }));
  }
  if (!hasPath(json, issue.path)) {
    return [{ kind: 'missing', path: issue.path, detail: 'The contract requires this field.' }];
  }
  return [{ kind: 'mistyped', path: issue.path, detail: `${issue.message}.`.replace(/\.\.$/, '.') }];
}

const countsSchema = z.object({
  results: z.array(z.unknown()),
  page: z.object({ size: z.int().min(1), total: z.int().min(0) }),
});

/** Finds counts of a list that contradict its rows, although the response fits the schema. */
function departuresInCounts(json: unknown, page: number): Departure[] {
  const list = countsSchema.safeParse(json);
  if (!list.success) return [];
  const { size, total } = list.data.page;
  const count = list.data.results.length;
  const mistypedCount = (name: string, detail: string): Departure => ({
    kind: 'mistyped',
    path: ['page', name],
    detail,
  });
  return [
    ...(count > size ? [mistypedCount('size', 'The value is less than the number of rows received.')] : []),
    ...(isTotalBelow(page, Math.min(size, count), count, total)
      ? [mistypedCount('total', 'The value is less than the number of rows on this page and all earlier pages.')]
      : []),
  ];
}

function bestFit(schemas: readonly z.ZodType[], json: unknown): Departure[] {
  const departuresPerSchema = schemas.map((schema) => {
    const result = schema.safeParse(json);
    return result.success ? [] : result.error.issues.flatMap((issue) => departuresIn(issue, json));
  });
  return departuresPerSchema.sort((a, b) => a.length - b.length)[0] ?? [];
}

function schemasFor({ replies }: Operation, status: number): readonly z.ZodType[] {
  if (status >= 400) return [replies[status] ?? apiErrorSchema, nestedApiErrorSchema];
  const success = replies[status] ?? replies[200];
  return success ? [success] : [];
}

/** Returns the differences from the contract's closest schema. */
export const findDepartures = (operation: Operation, status: number, json: unknown): readonly Departure[] =>
  bestFit(schemasFor(operation, status), json);

/**
 * Compares a response with the contract. Every 2xx, 4xx and 5xx status is allowed. The contract doesn't define the body
 * of health checks, so these aren't compared.
 * @param json undefined if the body isn't JSON
 * @param page number of the requested list page
 */
export function findDrift(operation: Operation, status: number, json: unknown, page = 1): Drift[] {
  if (status < 200 || (status >= 300 && status < 400)) {
    const detail = `The contract has no response with status ${status}.`;
    return [{ kind: 'undocumented', path: 'status', pattern: 'status', places: 1, detail }];
  }
  if (operation.id === operations.checkHealth.id && status < 300) return [];
  if (json === undefined) {
    const detail = 'The contract expects a JSON body here.';
    return [{ kind: 'mistyped', path: '$', pattern: '$', places: 1, detail }];
  }
  const byPattern = new Map<string, Drift>();
  for (const { kind, path, detail } of [
    ...findDepartures(operation, status, json),
    ...departuresInCounts(json, page),
  ]) {
    const pattern = toPath(path, 'open');
    const key = `${kind} ${pattern} ${detail}`;
    const previous = byPattern.get(key);
    if (previous) byPattern.set(key, { ...previous, places: previous.places + 1 });
    else if (byPattern.size < maxPatterns) {
      byPattern.set(key, { kind, path: toPath(path, 'kept'), pattern, places: 1, detail });
    }
  }
  return [...byPattern.values()];
}
