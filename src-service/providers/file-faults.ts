import { readFile } from 'node:fs/promises';
import type { z } from 'zod';

const pathText = (path: readonly PropertyKey[]): string =>
  path
    .reduce<string>((all, part) => (typeof part === 'number' ? `${all}[${part}]` : `${all}.${String(part)}`), '')
    .replace(/^\./, '');

/** Describes the first error of a file as a clause without a full stop. Omits values, which may be passwords. */
const sentenceOf = ({ issues }: z.ZodError): string => {
  const [issue] = issues;
  if (issue === undefined) return 'the content is invalid';
  const place = pathText(issue.path) || 'the file';
  if (issue.code === 'unrecognized_keys') return `${place} has an unknown property ${issue.keys.join(', ')}`;
  return `${place}: ${issue.message.charAt(0).toLowerCase()}${issue.message.slice(1)}`;
};

/** Reads and parses a file. @throws An error whose message is the fault. */
export const readJsonFile = async <Schema extends z.ZodType>(
  file: string,
  schema: Schema,
): Promise<z.output<Schema>> => {
  const content = await readFile(file, 'utf8').catch(({ code = 'error' }: NodeJS.ErrnoException) => {
    throw new Error(`the file can't be read (${code})`);
  });
  let json: unknown;
  try {
    json = JSON.parse(content);
  } catch {
    throw new Error("the file isn't JSON");
  }
  const result = schema.safeParse(json);
  if (result.success) return result.data;
  throw new Error(sentenceOf(result.error));
};
