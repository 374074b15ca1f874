import { type LucideIcon, X } from 'lucide-react';
import type { Ref } from 'react';
import { tip, type TipSide } from '../tooltip/tip.ts';
import './button.css';

interface ButtonBase {
  readonly onPress?: (() => void) | undefined;
  /** Why the button is disabled, shown in its tooltip. A disabled button can be focused, so it keeps the focus. */
  readonly disabledBecause?: string | null | undefined;
  readonly ref?: Ref<HTMLButtonElement>;
}

interface ButtonProps extends ButtonBase {
  readonly children: string;
  readonly icon?: LucideIcon | undefined;
  /** `remove` opens a confirmation dialog, `danger` confirms in that dialog. */
  readonly variant?: 'primary' | 'secondary' | 'ghost' | 'remove' | 'danger';
  readonly size?: 'regular' | 'small' | 'large';
  readonly busy?: boolean;
  readonly type?: 'button' | 'submit';
}

export const Button = ({
  children,
  icon: Icon,
  variant = 'secondary',
  size = 'regular',
  busy = false,
  type = 'button',
  disabledBecause,
  onPress,
  ref,
}: ButtonProps) => (
  <button
    ref={ref}
    type={type}
    className={`button ${variant} ${size}`}
    aria-disabled={disabledBecause ? true : undefined}
    {...(disabledBecause ? tip(disabledBecause) : undefined)}
    onClick={(event) => {
      if (disabledBecause) event.preventDefault();
      else onPress?.();
    }}
  >
    {Icon ? <Icon size={14} className={busy ? 'turning' : undefined} aria-hidden="true" /> : null}
    {children}
  </button>
);

interface IconButtonProps extends ButtonBase {
  readonly label: string;
  readonly icon: LucideIcon;
  readonly shortcut?: string | undefined;
  readonly variant?: 'secondary' | 'ghost';
  readonly size?: 'regular' | 'small';
  readonly busy?: boolean;
  readonly side?: TipSide | undefined;
}

export const IconButton = ({
  label,
  icon: Icon,
  shortcut,
  variant = 'secondary',
  size = 'regular',
  busy = false,
  disabledBecause,
  side,
  onPress,
  ref,
}: IconButtonProps) => (
  <button
    ref={ref}
    type="button"
    className={`icon-button ${variant} ${size}`}
    aria-label={label}
    aria-keyshortcuts={shortcut}
    aria-disabled={disabledBecause ? true : undefined}
    {...tip(disabledBecause ?? label, { shortcut: disabledBecause ? undefined : shortcut, side })}
    onClick={() => (disabledBecause ? undefined : onPress?.())}
  >
    <Icon size={14} className={busy ? 'turning' : undefined} aria-hidden="true" />
  </button>
);

export const CloseButton = (props: Omit<IconButtonProps, 'icon' | 'size' | 'variant'>) => (
  <IconButton {...props} icon={X} size="small" variant="ghost" />
);
