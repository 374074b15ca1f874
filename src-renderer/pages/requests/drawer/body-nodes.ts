import type { Drift } from '#shared/console-contract/requests-calls.ts';

export const parseBody = (text: string): { readonly value: unknown } | null => {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return null;
  }
};

export interface BodyNode {
  readonly key: string;
  readonly value: unknown;
  readonly pattern: string;
}

export const isBranch = (value: unknown): value is object => typeof value === 'object' && value !== null;

export const childrenOf = (value: object, pattern: string): readonly BodyNode[] =>
  Array.isArray(value)
    ? value.map((item: unknown, index) => ({ key: String(index), value: item, pattern: `${pattern}[*]` }))
    : Object.entries(value).map(([key, member]: [string, unknown]) => ({
        key,
        value: member,
        pattern: /^[A-Za-z_$][\w$]*$/.test(key) ? `${pattern}.${key}` : `${pattern}[${JSON.stringify(key)}]`,
      }));

const max = 60;
const truncate = (text: string): string => (text.length > max ? `${text.slice(0, max)}…` : text);

export const summaryOf = (value: object): string => {
  if (Array.isArray(value)) return `Array of ${value.length}`;
  const entries = Object.entries(value);
  if (entries.length === 0) return '{ }';
  const name: unknown = (value as Record<string, unknown>)['provider_company_name'] ?? (value as { id?: unknown }).id;
  if (typeof name === 'string' && name !== '') return truncate(name);
  const short = entries
    .slice(0, 3)
    .map(([key, member]) => `${key}: ${isBranch(member) ? '…' : JSON.stringify(member)}`);
  return truncate(`{ ${short.join(', ')}${entries.length > 3 ? ', …' : ''} }`);
};

const words: Record<Drift['kind'], string> = {
  undocumented: 'not in the contract',
  mistyped: 'differs from the contract',
  missing: 'missing',
};

export const driftMark = (drift: readonly Drift[], pattern: string): string | null => {
  const foundDrift = drift.find((each) => each.pattern === pattern && each.kind !== 'missing');
  return foundDrift ? words[foundDrift.kind] : null;
};
