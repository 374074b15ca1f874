export type ReadJson = { readonly ok: true; readonly json: unknown } | { readonly ok: false; readonly problem: string };

/** Reads a reply's body as JSON; what is not JSON is named for what it looks like. */
export function readJson(text: string): ReadJson {
  try {
    return { ok: true, json: JSON.parse(text) as unknown };
  } catch {
    const start = text.trimStart();
    if (start === '') return { ok: false, problem: 'The reply is empty.' };
    if (start.startsWith('<')) return { ok: false, problem: 'The reply is a web page, not JSON.' };
    return { ok: false, problem: 'The reply is not complete JSON.' };
  }
}
