import { requestIdPattern } from '../request-id.ts';

/** Identifies a session: the reference that the modal shows, or the ID of a request. */
type SessionKey = { readonly reference: string } | { readonly requestId: string };

/** End users may type look-alike characters, spaces and hyphens, which the service corrects. */
const referencePattern = /^[\dA-TV-Z]{8}$/i;
/** Minimum characters of a request ID. Shorter words are more likely names. */
const minRequestIdLength = 16;

/** Returns the session key in a string; null if the string can't be a key. */
export const readSessionKey = (text: string): SessionKey | null => {
  const trimmed = text.trim();
  const reference = trimmed.replaceAll(/[\s-]/g, '');
  if (trimmed.length <= 11 && referencePattern.test(reference)) return { reference: reference.toUpperCase() };
  const isRequestId = trimmed.length >= minRequestIdLength && requestIdPattern.test(trimmed) && /\d/.test(trimmed);
  return isRequestId ? { requestId: trimmed } : null;
};
