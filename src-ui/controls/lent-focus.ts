/** Focuses what had the focus before, or the page where that is gone, from where Tab then goes on. */
export function focusAgain(before: Element | null): void {
  if (before instanceof HTMLElement && before !== document.body && before.isConnected) before.focus();
  if (document.activeElement === document.body) document.querySelector('main')?.focus();
}

/** Remembers from where the focus comes into a part of the page that will go away, to give it back then. */
export interface LentFocus {
  /** Back to where it was, or to the page where that is gone. */
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
export function isFocusTaken(): boolean {
  const { activeElement } = document;
  return (
    document.querySelector('[role=dialog], [role=alertdialog], [role=menu]') !== null ||
    (activeElement instanceof HTMLElement && activeElement.matches('input, textarea, select, [contenteditable=true]'))
  );
}
