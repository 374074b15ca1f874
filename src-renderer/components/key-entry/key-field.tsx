import type { ReactNode, Ref } from 'react';
import { TextField } from '#ui/controls/fields.tsx';

interface KeyFieldProps {
  readonly inputRef: Ref<HTMLInputElement>;
  readonly label?: string;
  readonly placeholder?: string;
  readonly labelNote?: string;
  readonly help?: ReactNode;
  readonly problem?: string | null;
  /** Receives the field instead of the key, so that no state contains the key. */
  readonly onEdit?: (field: HTMLInputElement) => void;
}

/** Field for an API key. Uncontrolled, so that no state contains the key. Masked, and hidden from password managers. */
export const KeyField = ({ label = 'API key', onEdit, ...more }: KeyFieldProps) => (
  <TextField
    {...more}
    label={label}
    mono
    type="password"
    name="ferry-api-key"
    // With any other value, browsers offer to save the key.
    autoComplete="one-time-code"
    autoCapitalize="off"
    spellCheck={false}
    maxLength={4096}
    onInput={(event) => onEdit?.(event.currentTarget)}
  />
);
