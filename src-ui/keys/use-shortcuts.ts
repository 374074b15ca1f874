import { useEffect, useEffectEvent } from 'react';

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null;

/** What a key does on this page, by the name of the key. */
type Shortcuts = Readonly<Record<string, (event: KeyboardEvent) => void>>;

/**
 * Keys of the whole window. Letters and signs are left alone while someone types or holds a modifier, function keys
 * are not.
 */
export const useShortcuts = (shortcuts: Shortcuts): void => {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const action = shortcuts[event.key];
    if (!action || (event.key.length === 1 && isTyping(event.target))) return;
    event.preventDefault();
    action(event);
  });
  useEffect(() => {
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
};
