import { useNavigate } from '@tanstack/react-router';
import { useEffectEvent, useLayoutEffect, useRef } from 'react';
import { isFocusTaken } from '#ui/controls/lent-focus.ts';
import { useShortcuts } from '#ui/keys/shortcuts.tsx';
import { consoleKeys } from '../components/palette/console-keys.ts';

const pages = { o: '/overview', m: '/migrations', c: '/companies', a: '/alerts', w: '/webhooks' } as const;

/** Maximum ms between the two keys. After that, the second key has its own meaning. */
const sequenceTimeoutMs = 1_500;

/** Opens a page after G and a letter. Mounted once, before any page. */
export const useGoKeys = (): void => {
  const navigate = useNavigate();
  const until = useRef(0);
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const isWaiting = performance.now() < until.current;
    until.current = 0;
    const page = pages[event.key as keyof typeof pages] as (typeof pages)[keyof typeof pages] | undefined;
    if (!isWaiting || page === undefined || event.ctrlKey || event.metaKey || event.altKey || isFocusTaken()) return;
    // Runs before other listeners, because A alone loads all rows and C alone copies an ID.
    event.preventDefault();
    event.stopImmediatePropagation();
    void navigate({ to: page });
  });
  // A layout effect runs before the page's effects, so this listener is registered first.
  useLayoutEffect(() => {
    window.addEventListener('keydown', onKey, { capture: true });
    return () => window.removeEventListener('keydown', onKey, { capture: true });
  }, []);
  useShortcuts({ [consoleKeys.go]: () => void (until.current = performance.now() + sequenceTimeoutMs) });
};
