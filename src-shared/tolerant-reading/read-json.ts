import type { z } from 'zod';
import { webPageProblem } from '../web-page-problem.ts';

/** Returns the value as a record, or null if the value isn't an object. */
export const asRecord = (value: unknown): Record<string, unknown> | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : null;

/** Returns a non-empty string or null. Numbers become strings, because some services send numeric IDs. */
export const textOrNull = (value: unknown): string | null => {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  return typeof value === 'string' && value !== '' ? value : null;
};

type ReadJson = { readonly ok: true; readonly json: unknown } | { readonly ok: false; readonly problem: string };

/** Maximum nesting. The contract's responses have at most five levels; recursive code can handle far more than 100. */
const maxDepth = 100;

const quote = 34;
const backslash = 92;
const openList = 91;
const closeList = 93;
const openObject = 123;
const closeObject = 125;

function endOfString(text: string, from: number): number {
  for (let end = text.indexOf('"', from + 1); ; end = text.indexOf('"', end + 1)) {
    if (end === -1) return text.length;
    let slashes = 0;
    while (text.charCodeAt(end - 1 - slashes) === backslash) slashes += 1;
    if (slashes % 2 === 0) return end;
  }
}

/** Whether lists and objects exceed `maxDepth` levels. Not recursive: deep nesting would overflow the stack. */
function isTooDeep(text: string): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === quote) at = endOfString(text, at);
    else if (code === closeList || code === closeObject) depth -= 1;
    else if ((code === openList || code === openObject) && (depth += 1) > maxDepth) return true;
  }
  return false;
}

/** Parses a response body as JSON. For other content, `problem` names its apparent type. */
export function readJson(text: string): ReadJson {
  if (isTooDeep(text)) return { ok: false, problem: `The response is nested more than ${maxDepth} levels deep.` };
  try {
    return { ok: true, json: JSON.parse(text) as unknown };
  } catch {
    const start = text.trimStart();
    if (start === '') return { ok: false, problem: 'The response is empty.' };
    if (start.startsWith('<')) return { ok: false, problem: webPageProblem };
    return { ok: false, problem: "The response isn't valid JSON." };
  }
}

/** Parses JSON of this schema. Null for anything else. */
export const parseJson = <Value>(schema: z.ZodType<Value>, text: string): Value | null => {
  const parsed = readJson(text);
  return parsed.ok ? (schema.safeParse(parsed.json).data ?? null) : null;
};
