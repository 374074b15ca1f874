import type { z } from 'zod';

const pathText = (path: readonly PropertyKey[]): string =>
  path
    .reduce<string>((all, part) => (typeof part === 'number' ? `${all}[${part}]` : `${all}.${String(part)}`), '')
    .replace(/^\./, '');

/** Describes the first error of a file as a clause without a full stop. Omits values, which may be passwords. */
export const sentenceOf = ({ issues }: z.ZodError): string => {
  const [issue] = issues;
  if (issue === undefined) return 'the content is invalid';
  const place = pathText(issue.path) || 'the file';
  if (issue.code === 'unrecognized_keys') return `${place} has an unknown property ${issue.keys.join(', ')}`;
  return `${place}: ${issue.message.charAt(0).toLowerCase()}${issue.message.slice(1)}`;
};
