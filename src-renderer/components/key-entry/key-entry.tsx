import type { ReactNode, Ref } from 'react';
import { missingKeychainLibrary } from '#shared/missing-keychain-library.ts';
import { describeAppError } from '#shared/app-error-text.ts';
import type { AppError } from '#shared/app-error.ts';
import { brand } from '#shared/brand.ts';
import { TextField } from '#ui/controls/controls.tsx';

interface KeyFieldProps {
  readonly inputRef: Ref<HTMLInputElement>;
  readonly label?: string;
  readonly labelNote?: string;
  readonly help: ReactNode;
  readonly problem: string | null;
  /** Receives the field instead of the key, so that no state contains the key. */
  readonly onEdit: (field: HTMLInputElement) => void;
}

/** Field for an API key. Uncontrolled, so that no state contains the key. Masked, and hidden from password managers. */
export const KeyField = ({ label = 'API key', onEdit, ...more }: KeyFieldProps) => (
  <TextField
    {...more}
    label={label}
    placeholder="Paste the key from the dashboard"
    mono
    type="password"
    name="ferry-api-key"
    // With any other value, browsers offer to save the key.
    autoComplete="one-time-code"
    autoCapitalize="off"
    maxLength={4096}
    onInput={(event) => onEdit(event.currentTarget)}
  />
);

const keychainFailure = /^keychain_/;

export const isKeychainFailure = ({ code }: AppError): boolean => keychainFailure.test(code);

export const keyProblemText = (error: AppError): string => {
  if (error.code === 'unauthorized')
    return "The service rejected this key. Check that you copied all of it and that it isn't revoked.";
  const { title, text } = describeAppError(error);
  if (error.detail === missingKeychainLibrary) return `${title}. ${error.detail}`;
  const isFieldError =
    error.code === 'invalid_profile' || error.code === 'ca_file_unusable' || error.code === 'managed';
  return isFieldError && error.detail !== undefined ? error.detail : `${title}. ${text}`;
};

export const keyKindOf = (key: string): 'production' | 'test' | null => {
  const typed = key.trimStart();
  if (typed.startsWith(brand.productionKeyPrefix)) return 'production';
  return typed.startsWith(brand.testKeyPrefix) ? 'test' : null;
};

export const maskedKey = (lastFour: string): string => `····${lastFour}`;
