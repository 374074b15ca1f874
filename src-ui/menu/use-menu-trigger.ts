import { type KeyboardEvent, useState } from 'react';

/** What a button needs that opens a menu below it, by press or arrow down. */
export const useMenuTrigger = () => {
  const [trigger, setTrigger] = useState<HTMLButtonElement | null>(null);
  const [isOpen, setOpen] = useState(false);
  return {
    /** The button while its menu is open, for the menu stands beside it. */
    openAt: isOpen ? trigger : null,
    close: () => setOpen(false),
    button: {
      ref: setTrigger,
      type: 'button',
      'aria-haspopup': 'menu',
      'aria-expanded': isOpen,
      onClick: () => setOpen(!isOpen),
      onKeyDown: (event: KeyboardEvent) => {
        if (event.key !== 'ArrowDown') return;
        event.preventDefault();
        setOpen(true);
      },
    } as const,
  };
};
