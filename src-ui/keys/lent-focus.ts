import { type RefObject, useLayoutEffect } from 'react';
import { isCovered, isTyping } from './shortcuts.tsx';

/** Focuses the page, so that keys and Tab start there. */
export const focusPage = (): void => document.querySelector('main')?.focus();

/** Whether no control has the focus, but at most the page itself. */
export const isFocusFree = (): boolean => document.activeElement?.matches('body, main') ?? true;

/** The open menu, and a closed one until a control gets the focus. */
let menu: { readonly trigger: Element } | null = null;

/** Notes the element of a menu while it is open. */
export const useMenuFocus = (trigger: Element): void =>
  useLayoutEffect(() => {
    const openedMenu = { trigger };
    menu = openedMenu;
    const forget = (): void => {
      if (isFocusFree()) return;
      document.removeEventListener('focusin', forget);
      if (menu === openedMenu) menu = null;
    };
    return () => document.addEventListener('focusin', forget);
  }, [trigger]);

/** Returns the element that has the focus, or whose menu has or just had it. */
const focusOutsideMenus = (): Element | null => {
  const { activeElement } = document;
  return isFocusFree() || activeElement?.closest('.menu-popover') ? (menu?.trigger ?? activeElement) : activeElement;
};

export function restoreFocus(before: Element | null): void {
  if (before instanceof HTMLElement && before !== document.body && before.isConnected) before.focus();
  if (document.activeElement === document.body) focusPage();
}

/** Maximum frames until a closed overlay is removed, even on slow devices. */
const maxFrames = 60;

type FocusTargets = readonly (Element | null | undefined)[];

/** The control that has the focus. In a row, which may be removed, also a button of the next and the previous row. */
export const focusTargets = (): FocusTargets => {
  const control = focusOutsideMenus();
  const row = control?.closest('tr, li');
  const buttonOf = (other: Element | null) => other?.querySelector('button');
  return row ? [control, buttonOf(row.nextElementSibling), buttonOf(row.previousElementSibling)] : [control];
};

/**
 * Focuses the first target that still exists after an overlay or a row was removed. react-aria doesn't if the page was
 * inert or took the focus.
 */
export const returnFocus = (targets: FocusTargets): void => {
  let framesLeft = maxFrames;
  const end = (): void => void (framesLeft = 0);
  // The row of the control that has the focus may be removed in a later frame.
  const mayLoseFocus = (): boolean => targets.length > 1 && document.activeElement === targets[0];
  const onFrame = (): void => {
    const hasFocus = !isFocusFree();
    if (framesLeft === 0 || (hasFocus && !mayLoseFocus() && !isFocusTaken())) return;
    framesLeft -= 1;
    const to = targets.find((target) => target?.isConnected) ?? null;
    if (!hasFocus) restoreFocus(to);
    if (mayLoseFocus()) {
      // The user's next click or key moves the focus.
      addEventListener('pointerdown', end, { capture: true, once: true });
      addEventListener('keydown', end, { capture: true, once: true });
    }
    // Tries again in the next frame while an overlay has the focus or the page is inert.
    const isHandedOver = to === null || document.activeElement === to;
    if (hasFocus || !isHandedOver || mayLoseFocus()) requestAnimationFrame(onFrame);
  };
  requestAnimationFrame(onFrame);
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
      if (current?.contains(document.activeElement)) returnFocus([before]);
    };
  }, [part]);
}

/** Whether the user is typing or in a dialog. If so, don't move the focus. */
export const isFocusTaken = (): boolean => isCovered() || isTyping(document.activeElement);
