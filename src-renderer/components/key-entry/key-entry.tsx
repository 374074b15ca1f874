import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, type Ref, useRef } from 'react';
import { missingKeychainLibrary } from '#shared/missing-keychain-library.ts';
import { describeAppError } from '#shared/app-error-text.ts';
import type { AppError } from '#shared/app-error.ts';
import { brand } from '#shared/brand.ts';
import type { KeyView } from '#shared/console-contract/api-key-calls.ts';
import { useConsole } from '../../api/console-api.ts';
import { readServiceAgain } from '../../api/profiles.ts';
import { useAction } from '../../api/use-action.ts';
import { TextField } from '#ui/controls/controls.tsx';

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
    maxLength={4096}
    onInput={(event) => onEdit?.(event.currentTarget)}
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

interface KeyEntryOptions {
  readonly profileId: string;
  readonly replace: boolean;
  readonly onStored: (stored: { readonly warning: string | null; readonly latencyMs: number }) => void;
}

const warningTexts = {
  no_production_prefix: "This key doesn't have the production prefix. Check that it is a production key.",
  production_key_elsewhere: "This is a production key, but the profile isn't marked as production.",
} as const;

export const useKeyEntry = ({ profileId, replace, onStored }: KeyEntryOptions) => {
  const { api } = useConsole();
  const client = useQueryClient();
  const fieldRef = useRef<HTMLInputElement>(null);
  const action = useAction(async (_signal, storage: KeyView['storage']) => {
    const field = fieldRef.current;
    if (!field) return;
    // Not aborted on unmount, because the "key stored" event may remove the form before the response arrives.
    const { warnings, latencyMs } = await api.apiKey.set({ profileId, key: field.value, storage, replace });
    field.value = '';
    void readServiceAgain(client);
    const [warning] = warnings;
    onStored({ warning: warning ? warningTexts[warning] : null, latencyMs });
  });
  return {
    fieldRef,
    submit: (storage: KeyView['storage'] = 'keychain') => {
      if (!fieldRef.current?.value) fieldRef.current?.focus();
      else void action.run(storage);
    },
    busy: action.busy,
    error: action.error,
    /** True if the service accepted the key but the keychain couldn't store it. The user may keep it for this session. */
    canKeepForSession: action.error !== null && isKeychainFailure(action.error),
    forgetError: action.forgetError,
  };
};
