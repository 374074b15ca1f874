import { isCovered, isTyping } from '../keys/shortcuts.tsx';

export function restoreFocus(before: Element | null): void {
  if (before instanceof HTMLElement && before !== document.body && before.isConnected) before.focus();
  if (document.activeElement === document.body) document.querySelector('main')?.focus();
}

/** Maximum frames until a closed overlay is removed, even on slow devices. */
const maxFrames = 60;

/** Returns the focus after an overlay was removed. react-aria doesn't if the page was inert or took the focus. */
export const returnFocus = (to: Element | null, framesLeft = maxFrames): void => {
  requestAnimationFrame(() => {
    const { activeElement } = document;
    const hasFocus = activeElement !== null && !activeElement.matches('body, main');
    if (framesLeft === 0 || (hasFocus && !isFocusTaken())) return;
    if (!hasFocus) restoreFocus(to);
    // Retries in the next frame while an overlay has the focus or the page is inert.
    const isHandedOver = !to?.isConnected || document.activeElement === to;
    if (hasFocus || !isHandedOver) returnFocus(to, framesLeft - 1);
  });
};

export function lendFocus(part: Element) {
  let before: Element | null = null;
  const onFocus = (event: Event): void => {
    const { relatedTarget } = event as FocusEvent;
    if (!(relatedTarget instanceof Element && part.contains(relatedTarget))) before = relatedTarget as Element | null;
  };
  part.addEventListener('focusin', onFocus);
  return {
    giveBack: () => {
      (document.activeElement as HTMLElement | null)?.blur();
      restoreFocus(before);
    },
    forget: () => part.removeEventListener('focusin', onFocus),
  };
}

export type LentFocus = ReturnType<typeof lendFocus>;

/** Whether the user is typing or in a dialog. If so, don't move the focus. */
export const isFocusTaken = (): boolean => isCovered() || isTyping(document.activeElement);
