import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';

/** Renders a tab's actions into the page's head. */
export const HeadActions = ({
  place,
  children,
}: {
  readonly place: HTMLElement | null;
  readonly children: ReactNode;
}) => (place ? createPortal(children, place) : null);
