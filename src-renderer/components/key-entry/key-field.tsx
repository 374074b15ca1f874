import type { ReactNode, Ref } from 'react';
import { TextField } from '#ui/controls/fields.tsx';

interface KeyFieldProps {
  readonly inputRef: Ref<HTMLInputElement>;
  readonly label?: string;
  readonly placeholder?: string;
  readonly labelNote?: string;
  readonly help?: ReactNode;
  readonly problem?: string | null;
  /** Called after each edit. It receives the field and never the key itself. */
  readonly onEdit?: (field: HTMLInputElement) => void;
}

/** Field for an API key. Uncontrolled, so the key is in no state; masked, and hidden from password managers. */
export const KeyField = ({ label = 'API key', onEdit, ...more }: KeyFieldProps) => (
  <TextField
    {...more}
    label={label}
    mono
    type="password"
    name="ferry-api-key"
    // Browsers offer to save every other kind of value.
    autoComplete="one-time-code"
    autoCapitalize="off"
    spellCheck={false}
    maxLength={4096}
    onInput={(event) => onEdit?.(event.currentTarget)}
  />
);
