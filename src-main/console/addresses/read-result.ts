/** What a string or file contains, or why it can't be used, in one sentence. */
export type ReadResult<Value> = ({ readonly ok: true } & Value) | { readonly ok: false; readonly problem: string };

export const refuse = (problem: string): ReadResult<never> => ({ ok: false, problem });
