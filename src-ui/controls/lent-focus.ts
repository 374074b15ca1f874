import { isCovered, isTyping } from '../keys/shortcuts.tsx';

export function focusAgain(before: Element | null): void {
  if (before instanceof HTMLElement && before !== document.body && before.isConnected) before.focus();
  if (document.activeElement === document.body) document.querySelector('main')?.focus();
}

/** So many frames after it was closed what lay over the page is gone, also on a busy computer. */
const framesToGo = 60;

/**
 * Gives the focus back as soon as what lay over the page is gone. react-aria does so, too, but not where the page was
 * inert at that moment, or has taken the focus meanwhile because nothing had it.
 */
export const returnFocus = (to: Element | null, left = framesToGo): void => {
  requestAnimationFrame(() => {
    const { activeElement } = document;
    const hasFocus = activeElement !== null && !activeElement.matches('body, main');
    if (left === 0 || (hasFocus && !isFocusTaken())) return;
    if (!hasFocus) focusAgain(to);
    // It is still there, or has led to something else; or what is below it is still inert.
    const isGiven = !to?.isConnected || document.activeElement === to;
    if (hasFocus || !isGiven) returnFocus(to, left - 1);
  });
};

export interface LentFocus {
  readonly giveBack: () => void;
  readonly forget: () => void;
}

export function lendFocus(part: Element): LentFocus {
  let before: Element | null = null;
  const onFocus = (event: Event): void => {
    const { relatedTarget } = event as FocusEvent;
    if (!(relatedTarget instanceof Element && part.contains(relatedTarget))) before = relatedTarget as Element | null;
  };
  part.addEventListener('focusin', onFocus);
  return {
    giveBack: () => {
      (document.activeElement as HTMLElement | null)?.blur();
      focusAgain(before);
    },
    forget: () => part.removeEventListener('focusin', onFocus),
  };
}

/** The person writes somewhere, or is asked something: no other part may take the focus. */
export const isFocusTaken = (): boolean => isCovered() || isTyping(document.activeElement);
