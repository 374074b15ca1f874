import { isSecretName, minSecretLength } from './secret-forms.ts';

export const redacted = '[redacted]';
const maxDepth = 12;
const longestList = 1_000;

const read = (owner: object, name: string): unknown => {
  try {
    return (owner as Record<string, unknown>)[name];
  } catch {
    return '[unreadable]';
  }
};

/**
 * Copies any value without secrets. Passes strings through `text` and replaces values under secret names. Errors keep
 * their name, message, stack, cause and own fields. Cycles and deep nesting become a placeholder.
 */
export function redactValue(value: unknown, text: (text: string) => string): unknown {
  const ancestors = new Set<object>();

  const copyFields = (owner: object, names: readonly string[]): Record<string, unknown> => {
    const copy: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
    for (const name of names) {
      const field = read(owner, name);
      const isHidden = isSecretName(name) && field !== null && field !== undefined && typeof field !== 'boolean';
      copy[text(name)] = isHidden ? redacted : copyAny(field);
    }
    return { ...copy };
  };

  const copyObject = (owner: object): unknown => {
    if (owner instanceof Date) return Number.isNaN(owner.getTime()) ? 'Invalid Date' : owner.toISOString();
    if (owner instanceof URL || owner instanceof RegExp) return text(String(owner));
    if (ArrayBuffer.isView(owner) || owner instanceof ArrayBuffer) return `[${owner.byteLength} bytes]`;
    if (owner instanceof Map) {
      return Array.from(owner, ([key, stored]) =>
        typeof key === 'string' ? copyFields({ [key]: stored as unknown }, [key]) : [copyAny(key), copyAny(stored)],
      );
    }
    if (owner instanceof Set) return Array.from(owner, copyAny);
    if (Array.isArray(owner)) return owner.slice(0, longestList).map(copyAny);
    const names = Object.keys(owner);
    if (!(owner instanceof Error)) return copyFields(owner, names);
    return copyFields(owner, [
      ...new Set(['name', 'message', 'stack', ...('cause' in owner ? ['cause'] : []), ...names]),
    ]);
  };

  const copyNumber = (one: number | bigint): unknown => {
    const digits = String(one);
    const clean = digits.length < minSecretLength ? digits : text(digits);
    return clean === digits && typeof one === 'number' ? one : clean;
  };

  const copyAny = (one: unknown): unknown => {
    if (typeof one === 'string') return text(one);
    if (typeof one === 'number' || typeof one === 'bigint') return copyNumber(one);
    if (typeof one === 'symbol') return text(String(one));
    if (typeof one === 'function') return `[function ${text(one.name)}]`;
    if (typeof one !== 'object' || one === null) return one;
    if (ancestors.has(one)) return '[circular]';
    if (ancestors.size >= maxDepth) return '[deeper]';
    ancestors.add(one);
    try {
      return copyObject(one);
    } finally {
      ancestors.delete(one);
    }
  };
  return copyAny(value);
}

export function mapTexts(value: unknown, text: (text: string) => string): unknown {
  if (typeof value === 'string') return text(value);
  if (Array.isArray(value)) return value.map((one) => mapTexts(one, text));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, stored]) => [text(name), mapTexts(stored, text)]));
}
