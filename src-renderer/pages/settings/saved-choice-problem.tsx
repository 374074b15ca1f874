import type { AppError } from '#shared/app-error.ts';
import { describeAppError } from '#shared/app-error-text.ts';

/** Below a choice that could not be saved. */
export const SavedChoiceProblem = ({ error }: { readonly error: AppError | null }) =>
  error ? (
    <p className="settings-problem" role="alert">
      {describeAppError(error).title}. {error.detail ?? describeAppError(error).text}
    </p>
  ) : null;
