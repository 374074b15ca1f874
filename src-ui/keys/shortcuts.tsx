import './kbd.css';
import { useWindowEvent } from './use-window-event.ts';

export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  target.closest('input:not([type=checkbox]), textarea, select, [contenteditable]') !== null;

/** Whether an overlay covers the page. If so, page shortcuts must do nothing. */
export const isCovered = (): boolean =>
  document.querySelector('[role=dialog], [role=alertdialog], [role=menu]') !== null;

/** Whether a dialog is open. If so, no other overlay may open over it. */
export const isUnderDialog = (): boolean => document.querySelector('.scrim') !== null;

type Shortcuts = Readonly<Record<string, (event: KeyboardEvent) => void>>;

/**
 * Registers window shortcuts. Letters and punctuation do nothing while the user types or an overlay is open.
 * With Ctrl, Alt or the command key, no shortcut runs.
 * @param order `first` runs before all other handlers of the same key
 */
export const useShortcuts = (shortcuts: Shortcuts, order: 'first' | 'usual' = 'usual'): void => {
  const onKey = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const action = shortcuts[event.key];
    if (!action || (event.key.length === 1 && (isTyping(event.target) || isCovered()))) return;
    event.preventDefault();
    action(event);
  };
  useWindowEvent('keydown', onKey, order === 'first');
};

/** A key cap. Decorative, because screen readers use `aria-keyshortcuts`. */
export const Kbd = ({ children }: { readonly children: string }) => (
  <kbd className="kbd rigid muted text-nowrap" aria-hidden="true">
    {children}
  </kbd>
);

const isMac = (): boolean => navigator.platform.startsWith('Mac');

export const commandKey = (): string => (isMac() ? '⌘' : 'Ctrl');

export const isCommand = ({ ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean =>
  !altKey && !shiftKey && (isMac() ? metaKey && !ctrlKey : ctrlKey && !metaKey);
