import { useEffect, useEffectEvent } from 'react';
import { isCommand } from '#ui/keys/kbd.tsx';

/** Ctrl+K, or Command+K on a Mac, wherever the focus is. */
export const usePaletteKey = (open: () => void): void => {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== 'k' || !isCommand(event)) return;
    event.preventDefault();
    open();
  });
  useEffect(() => {
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
};
