import { describeAppError } from '#shared/app-error-text.ts';
import type { AppError } from '#shared/app-error.ts';
import './error-line.css';

interface ErrorLineProps {
  readonly error: AppError | null;
  readonly className?: string;
  /** Whether the details of an error replace its general text. */
  readonly hasDetail?: boolean;
}

export const ErrorLine = ({ error, className = 'error-line', hasDetail = true }: ErrorLineProps) => {
  if (!error) return null;
  const { title, text } = describeAppError(error);
  return (
    <p className={className} role="alert">
      {title}. {(hasDetail ? error.detail : null) ?? text}
    </p>
  );
};
