import { focusAgain } from '#ui/controls/lent-focus.ts';

/** Menus and dialogs give the focus back a few frames after they are gone. */
const lostAfterMs = 150;

/**
 * Gives the focus a place when what had it goes away: the bar that it stood in, else the page, from where Tab goes on.
 * Whoever takes such a part away may say a better place before. Begun once, for as long as the window stands.
 */
export function keepFocus(): void {
  let stored: Element | null = null;
  let bar: Element | null = null;
  let timer = 0;
  const look = (): void => {
    if (!stored || document.activeElement !== document.body) return;
    // A page that is kept out of sight cannot hold it.
    if (stored.isConnected && stored.closest('[inert]') === null) return;
    stored = null;
    focusAgain(bar?.isConnected && bar.closest('[inert]') === null ? bar.querySelector('button') : null);
  };
  document.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof Element)) return;
    stored = target;
    bar = target.closest('[role=toolbar]');
  });
  document.addEventListener('focusout', () => {
    clearTimeout(timer);
    timer = window.setTimeout(look, lostAfterMs);
  });
}
