import type { AppError } from '#shared/app-error.ts';

/** What a console call rejects with: an `Error` for the libraries of the page, carrying the one error value. */
export class ConsoleCallError extends Error {
  readonly appError: AppError;

  constructor(appError: AppError) {
    super(appError.detail ?? appError.code);
    this.name = 'ConsoleCallError';
    this.appError = appError;
  }
}

/** The error value of anything that was thrown; a fault of the page itself becomes `internal`. */
export const appErrorOf = (thrown: unknown): AppError => {
  if (thrown instanceof ConsoleCallError) return thrown.appError;
  return {
    code: 'internal',
    at: new Date().toISOString(),
    detail: thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown),
  };
};
