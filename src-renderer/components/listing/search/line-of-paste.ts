import type { ClipboardEvent } from 'react';
import { deepLinkIn } from '#shared/deep-links/deep-link.ts';

/**
 * Joins pasted lines with spaces, because a single-line field would join two IDs without a separator. A pasted link
 * replaces the whole input, whatever its length, because a truncated link is invalid.
 */
export const lineOfPaste = (event: ClipboardEvent<HTMLInputElement>, onText: (text: string) => void): void => {
  const pasted = event.clipboardData.getData('text').trim();
  const link = deepLinkIn(pasted);
  if (link === null && !pasted.includes('\n')) return;
  event.preventDefault();
  if (link !== null) {
    onText(link);
    return;
  }
  const { selectionStart, selectionEnd, value } = event.currentTarget;
  const line = pasted.replaceAll(/\s+/g, ' ');
  onText(value.slice(0, selectionStart ?? 0) + line + value.slice(selectionEnd ?? value.length));
};
