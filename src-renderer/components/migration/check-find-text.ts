import { isUuid, normalizeId, uuidLength } from '#ui/values/ids.ts';

/** What the typed text is, while it is typed. */
export type FindCheck =
  | { readonly kind: 'empty' }
  /** Part of a company's name or a user. */
  | { readonly kind: 'text'; readonly text: string }
  /** Can still become an id; `text` says what is missing. */
  | { readonly kind: 'typing'; readonly text: string }
  | { readonly kind: 'id'; readonly id: string }
  | { readonly kind: 'wrong'; readonly text: string };

const lengthText = (length: number): string => `A migration id has ${uuidLength} characters, this has ${length}.`;
/** The first group of an id and its hyphen: whatever follows was meant as one. */
const beginsAsId = /^[0-9a-f]{8}-/;

/**
 * Checks a migration id (specification, "Migration": a UUID) before anything is sent. Letters alone are a name, also where
 * an id could hold them; what begins as an id is one, also where a sign in it is wrong.
 */
export const checkFindText = (typed: string): FindCheck => {
  const id = normalizeId(typed);
  if (id === '') return { kind: 'empty' };
  if (isUuid(id)) return { kind: 'id', id };
  const stranger = /[^0-9a-f-]/.exec(id)?.[0];
  if (stranger === undefined ? !/\d/.test(id) : !beginsAsId.test(id)) return { kind: 'text', text: typed.trim() };
  if (stranger !== undefined) {
    const name = stranger === ' ' ? 'a space' : `“${stranger}”`;
    return { kind: 'wrong', text: `A migration id holds 0–9, a–f and hyphens only, not ${name}.` };
  }
  if (id.length < uuidLength) return { kind: 'typing', text: lengthText(id.length) };
  if (id.length > uuidLength) return { kind: 'wrong', text: lengthText(id.length) };
  return { kind: 'wrong', text: 'A migration id has its hyphens after 8, 12, 16 and 20 digits.' };
};
