import type { ReactElement } from 'react';
import { Focusable, Tooltip as AriaTooltip, TooltipTrigger } from 'react-aria-components';
import { Kbd } from './kbd.tsx';
import './tooltip.css';

export interface TooltipProps {
  readonly text: string;
  /** The key that does the same. */
  readonly shortcut?: string | undefined;
  readonly placement?: 'top' | 'bottom' | 'right' | undefined;
  readonly children: ReactElement;
}

/** Names the control inside it after half a second of hover, or at once on keyboard focus. */
export const Tooltip = ({ text, shortcut, placement = 'bottom', children }: TooltipProps) => (
  <TooltipTrigger delay={500} closeDelay={80}>
    {/* The type of React 19's elements is wider than the one that Focusable names; every child here is a DOM element. */}
    <Focusable>{children as ReactElement<Record<string, unknown>, string>}</Focusable>
    <AriaTooltip className="tooltip" placement={placement} offset={6}>
      {text}
      {shortcut === undefined ? null : <Kbd>{shortcut}</Kbd>}
    </AriaTooltip>
  </TooltipTrigger>
);
