import type { KeyboardEvent } from 'react';

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 };

/** Moves the focus to the next or previous element that matches. Does nothing while the focus is elsewhere. */
export const moveFocus = (event: KeyboardEvent<HTMLElement>, selector: string): void => {
  const step = steps[event.key];
  if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
  const elements = [...event.currentTarget.querySelectorAll<HTMLElement>(selector)];
  const at = elements.findIndex((element) => element.parentElement?.contains(document.activeElement));
  if (at === -1) return;
  event.preventDefault();
  elements[at + step]?.focus();
};
