import { restoreFocus } from '#ui/keys/lent-focus.ts';

/** Ms after which the focus counts as lost. Menus and dialogs return the focus within a few frames. */
const lostAfterMs = 150;

/**
 * When the focused element is removed, moves the focus to its bar or else to the page. Components may register a better
 * target before they unmount. Started once per window.
 */
export function keepFocus(): void {
  let storedElement: Element | null = null;
  let bar: Element | null = null;
  let timer = 0;
  const checkFocus = (): void => {
    if (!storedElement || document.activeElement !== document.body) return;
    // An inert page can't hold the focus.
    if (storedElement.isConnected && storedElement.closest('[inert]') === null) return;
    storedElement = null;
    restoreFocus(bar?.isConnected && bar.closest('[inert]') === null ? bar.querySelector('button') : null);
  };
  document.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof Element)) return;
    storedElement = target;
    bar = target.closest('[role=toolbar]');
  });
  document.addEventListener('focusout', () => {
    clearTimeout(timer);
    timer = window.setTimeout(checkFocus, lostAfterMs);
  });
}
