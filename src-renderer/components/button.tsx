import type { LucideIcon } from 'lucide-react';
import type { Ref } from 'react';
import { Tooltip, type TooltipProps } from './tooltip.tsx';
import './button.css';

interface ButtonBase {
  readonly onPress: () => void;
  /** Why it cannot be used now, in the tooltip; it stays focusable, so that focus is not lost when it changes. */
  readonly disabledBecause?: string | null | undefined;
  readonly ref?: Ref<HTMLButtonElement>;
}

export interface ButtonProps extends ButtonBase {
  readonly children: string;
  readonly icon?: LucideIcon | undefined;
  readonly variant?: 'primary' | 'secondary' | 'ghost';
  readonly size?: 'regular' | 'small';
  /** The icon turns while what the button started is under way. */
  readonly busy?: boolean;
}

/** A button with a visible name. */
export const Button = ({
  children,
  icon: Icon,
  variant = 'secondary',
  size = 'regular',
  busy = false,
  disabledBecause,
  onPress,
  ref,
}: ButtonProps) => {
  const button = (
    <button
      ref={ref}
      type="button"
      className={`button ${variant} ${size}`}
      aria-disabled={disabledBecause ? true : undefined}
      onClick={() => (disabledBecause ? undefined : onPress())}
    >
      {Icon ? <Icon size={14} className={busy ? 'turning' : undefined} aria-hidden="true" /> : null}
      {children}
    </button>
  );
  return disabledBecause ? <Tooltip text={disabledBecause}>{button}</Tooltip> : button;
};

export interface IconButtonProps extends ButtonBase {
  readonly label: string;
  readonly icon: LucideIcon;
  readonly shortcut?: string | undefined;
  readonly variant?: 'secondary' | 'ghost';
  readonly size?: 'regular' | 'small';
  readonly busy?: boolean;
  readonly placement?: TooltipProps['placement'];
  readonly tabIndex?: number | undefined;
}

/** A button that shows an icon only; its name is in the tooltip and for screen readers. */
export const IconButton = ({
  label,
  icon: Icon,
  shortcut,
  variant = 'secondary',
  size = 'regular',
  busy = false,
  disabledBecause,
  placement,
  onPress,
  ref,
  tabIndex,
}: IconButtonProps) => (
  <Tooltip text={disabledBecause ?? label} shortcut={disabledBecause ? undefined : shortcut} placement={placement}>
    <button
      ref={ref}
      type="button"
      tabIndex={tabIndex}
      className={`icon-button ${variant} ${size}`}
      aria-label={label}
      aria-keyshortcuts={shortcut}
      aria-disabled={disabledBecause ? true : undefined}
      onClick={() => (disabledBecause ? undefined : onPress())}
    >
      <Icon size={14} className={busy ? 'turning' : undefined} aria-hidden="true" />
    </button>
  </Tooltip>
);
