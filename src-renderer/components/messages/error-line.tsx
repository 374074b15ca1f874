import { describeAppError } from '#shared/app-error-text.ts';
import type { AppError } from '#shared/app-error.ts';
import './error-line.css';

interface ErrorLineProps {
  readonly error: AppError | null;
  readonly className?: string;
}

export const ErrorLine = ({ error, className = 'error-line' }: ErrorLineProps) =>
  error ? (
    <p className={className} role="alert">
      {describeAppError(error).title}. {error.detail ?? describeAppError(error).text}
    </p>
  ) : null;
