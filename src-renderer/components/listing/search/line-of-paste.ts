import type { ClipboardEvent } from 'react';
import { deepLinkIn } from '#shared/deep-links/deep-link.ts';

/**
 * Pastes lines with a space between them: a field of one line would run them together, and two ids into something else. A
 * link takes the place of all there is, however long: cut, it would be none.
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
