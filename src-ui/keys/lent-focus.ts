import { type RefObject, useLayoutEffect } from 'react';
import { isCovered, isTyping } from './shortcuts.tsx';

/** Focuses the page, so that keys and Tab start there. */
export const focusPage = (): void => document.querySelector('main')?.focus();

/** Whether no control has the focus, but at most the page itself. */
export const isFocusFree = (): boolean => document.activeElement?.matches('body, main') ?? true;

/** The element of the open menu, and of a closed one until a control gets the focus. */
let menuTrigger: Element | null = null;

/** Notes the element of a menu while it is open. */
export const useMenuFocus = (trigger: Element): void =>
  useLayoutEffect(() => {
    menuTrigger = trigger;
    const forget = (): void => {
      if (isFocusFree()) return;
      document.removeEventListener('focusin', forget);
      if (menuTrigger === trigger) menuTrigger = null;
    };
    return () => document.addEventListener('focusin', forget);
  }, [trigger]);

/** Returns the element that has the focus, or whose menu has or just had it. */
export const focusOutsideMenus = (): Element | null => {
  const { activeElement } = document;
  return isFocusFree() || activeElement?.closest('.menu-popover') ? (menuTrigger ?? activeElement) : activeElement;
};

export function restoreFocus(before: Element | null): void {
  if (before instanceof HTMLElement && before !== document.body && before.isConnected) before.focus();
  if (document.activeElement === document.body) focusPage();
}

/** Maximum frames until a closed overlay is removed, even on slow devices. */
const maxFrames = 60;

/** Returns the focus after an overlay was removed. react-aria doesn't if the page was inert or took the focus. */
export const returnFocus = (to: Element | null, framesLeft = maxFrames): void => {
  requestAnimationFrame(() => {
    const hasFocus = !isFocusFree();
    if (framesLeft === 0 || (hasFocus && !isFocusTaken())) return;
    if (!hasFocus) restoreFocus(to);
    // Tries again in the next frame while an overlay has the focus or the page is inert.
    const isHandedOver = !to?.isConnected || document.activeElement === to;
    if (hasFocus || !isHandedOver) returnFocus(to, framesLeft - 1);
  });
};

/** When an element that has the focus unmounts, focuses the previously focused element. */
export function useLentFocus(part: RefObject<Element | null>): void {
  useLayoutEffect(() => {
    const { current } = part;
    let before: Element | null = null;
    const onFocus = ({ relatedTarget }: Event & { readonly relatedTarget?: EventTarget | null }): void => {
      if (!(relatedTarget instanceof Element && current?.contains(relatedTarget))) {
        before = relatedTarget instanceof Element ? relatedTarget : null;
      }
    };
    current?.addEventListener('focusin', onFocus);
    return () => {
      current?.removeEventListener('focusin', onFocus);
      if (current?.contains(document.activeElement)) returnFocus(before);
    };
  }, [part]);
}

/** Whether the user is typing or in a dialog. If so, don't move the focus. */
export const isFocusTaken = (): boolean => isCovered() || isTyping(document.activeElement);
