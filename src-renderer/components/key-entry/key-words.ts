import type { AppError } from '#shared/app-error.ts';
import { describeAppError } from '#shared/app-error-text.ts';
import { brand } from '#shared/brand.ts';
import { missingKeychainLibrary } from '#shared/app-error-codes.ts';

const keychainFailure = /^keychain_/;

/** Whether the key was accepted by the service, but the keychain could not take it. */
export const isKeychainFailure = ({ code }: AppError): boolean => keychainFailure.test(code);

/** Why a key was not kept, in the words of a form: what happened, then what to do. */
export const keyProblemText = (error: AppError): string => {
  if (error.code === 'unauthorized')
    return 'The service did not accept this key. Check that it is whole and not revoked.';
  const { title, text } = describeAppError(error);
  if (error.detail === missingKeychainLibrary) return `${title}. ${error.detail}`;
  const shows = error.code === 'invalid_profile' || error.code === 'ca_file_unusable' || error.code === 'managed';
  return shows && error.detail !== undefined ? error.detail : `${title}. ${text}`;
};

/** What the beginning of a key says about its environment; null for a beginning that is not known. */
export const keyKindOf = (key: string): 'production' | 'test' | null => {
  const typed = key.trimStart();
  if (typed.startsWith(brand.productionKeyPrefix)) return 'production';
  return typed.startsWith(brand.testKeyPrefix) ? 'test' : null;
};

/** "····4f2a" */
export const maskedKey = (lastFour: string): string => `····${lastFour}`;
