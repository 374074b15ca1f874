import { lazy, Suspense, type ReactNode } from 'react';
import { tip } from '../tooltip/tip.ts';
import type { MenuPart } from './menu-parts.ts';
import { useMenuTrigger } from './use-menu-trigger.ts';

const PopMenu = lazy(() => import('./pop-menu.tsx').then(({ PopMenu: Menu }) => ({ default: Menu })));

interface MenuButtonProps {
  /** Name for screen readers; holds the visible words. */
  readonly name: string;
  readonly className: string;
  readonly children: ReactNode;
  /** Asked for while the menu is open only: to list the values of a page costs time that a page flip does not have. */
  readonly parts: () => readonly MenuPart[];
  readonly placement?: 'bottom start' | 'bottom end';
  /** Whether the name is also the tooltip: for buttons without words, or where a narrow window cuts them. */
  readonly tooltip?: boolean | 'when cut';
}

/** A button that opens a menu below it, by press or arrow down. */
export const MenuButton = ({ name, className, children, parts, placement, tooltip = false }: MenuButtonProps) => {
  const { openAt, close, button } = useMenuTrigger();
  return (
    <>
      <button
        className={className}
        aria-label={name}
        {...(tooltip ? tip(name, { whenCut: tooltip === 'when cut' }) : undefined)}
        {...button}
      >
        {children}
      </button>
      {openAt ? (
        <Suspense>
          <PopMenu
            name={name}
            parts={parts()}
            trigger={openAt}
            {...(placement ? { placement } : undefined)}
            onClose={close}
          />
        </Suspense>
      ) : null}
    </>
  );
};
