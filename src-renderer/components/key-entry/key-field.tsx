import type { ReactNode, Ref } from 'react';
import { TextField } from '#ui/controls/fields.tsx';

interface KeyFieldProps {
  readonly inputRef: Ref<HTMLInputElement>;
  readonly label?: string;
  readonly placeholder?: string;
  readonly labelNote?: string;
  readonly help?: ReactNode;
  readonly problem?: string | null;
  readonly autoFocus?: boolean;
  /** Told that something was typed; never what. */
  readonly onEdit?: (field: HTMLInputElement) => void;
}

/**
 * Where a key is pasted. Uncontrolled, so that its text is in no state of the page; it shows dots, and no password
 * manager of a browser is asked to keep it.
 */
export const KeyField = ({ label = 'API key', onEdit, ...more }: KeyFieldProps) => (
  <TextField
    {...more}
    label={label}
    mono
    type="password"
    name="ferry-api-key"
    // Of all values the one that browsers never offer to save.
    autoComplete="one-time-code"
    autoCapitalize="off"
    spellCheck={false}
    maxLength={4096}
    onInput={(event) => onEdit?.(event.currentTarget)}
  />
);
