/** The value as a record, or null when it is none. */
export const asRecord = (value: unknown): Record<string, unknown> | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : null;

/** A non-empty string. Numbers become strings, because some services send numeric IDs. */
export const textOrNull = (value: unknown): string | null => {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  return typeof value === 'string' && value !== '' ? value : null;
};

type ReadJson = { readonly ok: true; readonly json: unknown } | { readonly ok: false; readonly problem: string };

/** No reply of the contract has more than five levels; what walks a reply by recursion has room for many more. */
const deepest = 100;

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

/** Whether lists and objects lie in one another more than `deepest` times. Not by recursion, which would end there. */
function isTooDeep(text: string): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === quote) at = endOfString(text, at);
    else if (code === closeList || code === closeObject) depth -= 1;
    else if ((code === openList || code === openObject) && (depth += 1) > deepest) return true;
  }
  return false;
}

/** Reads a reply's body as JSON; what is not JSON is named for what it looks like. */
export function readJson(text: string): ReadJson {
  if (isTooDeep(text)) return { ok: false, problem: `The response is nested more than ${deepest} levels deep.` };
  try {
    return { ok: true, json: JSON.parse(text) as unknown };
  } catch {
    const start = text.trimStart();
    if (start === '') return { ok: false, problem: 'The response is empty.' };
    if (start.startsWith('<')) return { ok: false, problem: 'The response is a web page, not JSON.' };
    return { ok: false, problem: "The response isn't complete JSON." };
  }
}
