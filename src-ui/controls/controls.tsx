import { CircleX, Copy, type LucideIcon, X } from 'lucide-react';
import { type InputHTMLAttributes, type ReactNode, type Ref, useId } from 'react';
import './field.css';
import './text-field.css';
import { showToast } from '../messages/toast.tsx';
import { looksLikeUuid, shortIdText } from '../values/ids.tsx';
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

const writeLater = async (text: Promise<string>): Promise<void> => {
  const blob = text.then((known) => new Blob([known], { type: 'text/plain' }));
  await navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })]);
};

/**
 * Copies a string and confirms it in a toast. `what` names the string: "Copied the details". If the string isn't ready
 * yet, pass a promise, because browsers refuse a copy that starts seconds after the click.
 */
export const copyText = (text: string | Promise<string>, what: string): void => {
  const copying = typeof text === 'string' ? navigator.clipboard.writeText(text) : writeLater(text);
  copying.then(
    () => showToast(`Copied ${what}`, 'done'),
    () => showToast(`Couldn't copy ${what}. Allow this page to use the clipboard, then try again.`, 'note'),
  );
};

const nameOf = (text: string, label: string): string => {
  if (looksLikeUuid(text)) return shortIdText(text);
  return text.length <= 40 && !text.includes('\n') ? text : label.replace(/^Copy /, 'the ');
};

export const CopyButton = ({ text, label }: { readonly text: string; readonly label: string }) => (
  <span className="copy-button">
    <IconButton
      label={label}
      icon={Copy}
      size="small"
      variant="ghost"
      onPress={() => copyText(text, nameOf(text, label))}
    />
  </span>
);

export const RowCopy = ({ id }: { readonly id: string }) => (
  <button
    type="button"
    className="row-copy"
    tabIndex={-1}
    aria-label="Copy ID"
    {...tip('Copy ID', { shortcut: 'C' })}
    onClick={(event) => {
      event.stopPropagation();
      copyText(id, shortIdText(id));
    }}
  >
    <Copy size={14} aria-hidden="true" />
  </button>
);

interface TextFieldProps extends Omit<
  InputHTMLAttributes<HTMLInputElement>,
  'className' | 'id' | 'aria-describedby' | 'onChange'
> {
  readonly label: string;
  readonly onText?: (text: string) => void;
  readonly labelNote?: string;
  readonly help?: ReactNode;
  readonly problem?: string | null | undefined;
  /** True for codes such as IDs and URLs, which browsers neither complete nor spell-check. */
  readonly mono?: boolean;
  readonly inputRef?: Ref<HTMLInputElement>;
}

export const TextField = (props: TextFieldProps) => {
  const { label, labelNote, help, problem, mono = false, inputRef, onText, ...input } = props;
  const id = useId();
  const hasNote = Boolean(problem || help);
  return (
    <div className="text-field stack">
      <div className="text-field-head">
        <label htmlFor={id}>{label}</label>
        {labelNote === undefined ? null : <span className="note">{labelNote}</span>}
      </div>
      <input
        {...(mono ? { autoComplete: 'off', spellCheck: false } : undefined)}
        {...input}
        onChange={({ target }) => onText?.(target.value)}
        ref={inputRef}
        id={id}
        className={mono ? 'field mono' : 'field'}
        aria-invalid={problem ? true : undefined}
        aria-describedby={hasNote ? `${id}-note` : undefined}
      />
      {hasNote ? (
        <p id={`${id}-note`} className={problem ? 'text-field-note wrong' : 'text-field-note'}>
          {problem ? <CircleX size={14} aria-hidden="true" /> : null}
          {problem ?? help}
        </p>
      ) : null}
    </div>
  );
};
