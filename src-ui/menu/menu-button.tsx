import type { LucideIcon } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { returnFocus } from '../keys/lent-focus.ts';
import { tip } from '../tooltip/tip.ts';
import { lazyPart } from '../state/lazy-part.tsx';
import type { Maybe, MenuPart } from './pop-menu.tsx';

export const LazyPopMenu = lazyPart(() => import('./pop-menu.tsx'), 'PopMenu');

interface MenuButtonProps {
  /** Accessible name. Must contain the visible label. */
  readonly name: string;
  readonly className: string;
  readonly icon?: LucideIcon;
  readonly children?: ReactNode;
  /** Called only while the menu is open, because listing the values of a page would slow down paging. */
  readonly parts: () => readonly Maybe<MenuPart>[];
  readonly placement?: 'bottom start' | 'bottom end';
  /** Whether the name is also the tooltip. `when cut`: only if the label is truncated in narrow windows. */
  readonly tooltip?: boolean | 'when cut';
}

export const MenuButton = (props: MenuButtonProps) => {
  const { name, className, icon: Icon, children, parts, placement = 'bottom end', tooltip = false } = props;
  const { openAt, close, button } = useMenuTrigger();
  return (
    <>
      <button
        className={className}
        aria-label={name}
        {...(tooltip ? tip(name, { whenCut: tooltip === 'when cut' }) : undefined)}
        {...button}
      >
        {Icon ? <Icon size={14} aria-hidden="true" /> : null}
        {children}
      </button>
      {openAt ? (
        <LazyPopMenu name={name} parts={parts()} trigger={openAt} placement={placement} onClose={close} />
      ) : null}
    </>
  );
};

/** Returns props of a button whose menu opens on press or Arrow Down. `onOpen` reports opening and closing. */
export const useMenuTrigger = (onOpen?: (isOpen: boolean) => void) => {
  const [trigger, setTrigger] = useState<HTMLButtonElement | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const setOpen = (next: boolean): void => {
    setIsOpen(next);
    onOpen?.(next);
  };
  return {
    openAt: isOpen ? trigger : null,
    close: () => {
      setOpen(false);
      returnFocus([trigger]);
    },
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
