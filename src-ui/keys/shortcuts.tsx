import { useEffect, useEffectEvent } from 'react';
import './kbd.css';

export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  target.closest('input:not([type=checkbox]), textarea, select, [contenteditable]') !== null;

/** An overlay covers the page, so page shortcuts must not act. */
export const isCovered = (): boolean =>
  document.querySelector('[role=dialog], [role=alertdialog], [role=menu]') !== null;

/** A dialog takes the whole window: nothing else is opened over it. */
export const isUnderDialog = (): boolean => document.querySelector('.scrim') !== null;

type Shortcuts = Readonly<Record<string, (event: KeyboardEvent) => void>>;

/**
 * Keys of the whole window. Letters and signs are left alone while someone types, holds a modifier, or has something over
 * the page; function keys are not.
 * @param order `first`: before all others that answer the same key
 */
export const useShortcuts = (shortcuts: Shortcuts, order: 'first' | 'usual' = 'usual'): void => {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const action = shortcuts[event.key];
    if (!action || (event.key.length === 1 && (isTyping(event.target) || isCovered()))) return;
    event.preventDefault();
    action(event);
  });
  useEffect(() => {
    const capture = order === 'first';
    window.addEventListener('keydown', onKey, { capture });
    return () => window.removeEventListener('keydown', onKey, { capture });
  }, [order]);
};

/** A key cap; decorative, because screen readers use `aria-keyshortcuts`. */
export const Kbd = ({ children }: { readonly children: string }) => (
  <kbd className="kbd" aria-hidden="true">
    {children}
  </kbd>
);

/** Whether this is a Mac, whose keys are named otherwise. */
const isMac = (): boolean => navigator.platform.startsWith('Mac');

export const commandKey = (): string => (isMac() ? '⌘' : 'Ctrl');

/** Whether only the shortcut modifier is held. */
export const isCommand = ({ ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean =>
  !altKey && !shiftKey && (isMac() ? metaKey && !ctrlKey : ctrlKey && !metaKey);
