import { useNavigate } from '@tanstack/react-router';
import { useEffectEvent, useLayoutEffect, useRef } from 'react';
import { isFocusTaken } from '#ui/controls/lent-focus.ts';
import { useShortcuts } from '#ui/keys/shortcuts.tsx';
import { consoleKeys } from '../components/palette/console-keys.ts';

const pages = { o: '/overview', m: '/migrations', c: '/companies', a: '/alerts', w: '/webhooks' } as const;

/** The second key follows soon, or it means what it means alone. */
const soonMs = 1_500;

/** G and then a letter lead to a page. Mounted once, before all that a page mounts. */
export const useGoKeys = (): void => {
  const navigate = useNavigate();
  const until = useRef(0);
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const isWaiting = performance.now() < until.current;
    until.current = 0;
    const page = pages[event.key as keyof typeof pages] as (typeof pages)[keyof typeof pages] | undefined;
    if (!isWaiting || page === undefined || event.ctrlKey || event.metaKey || event.altKey || isFocusTaken()) return;
    // Runs before other listeners: A alone loads all rows, C copies an ID.
    event.preventDefault();
    event.stopImmediatePropagation();
    void navigate({ to: page });
  });
  // A layout effect: nothing that a page mounts listens earlier.
  useLayoutEffect(() => {
    window.addEventListener('keydown', onKey, { capture: true });
    return () => window.removeEventListener('keydown', onKey, { capture: true });
  }, []);
  useShortcuts({ [consoleKeys.go]: () => void (until.current = performance.now() + soonMs) });
};
