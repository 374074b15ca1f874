import { type ConsoleApi, ConsoleCallError } from './console-api.ts';

const maxCharacters = { message: 2_000, stack: 8_000 } as const;

/** Logs an error of the page, except errors of calls, which are already in the log. Never rejects. */
export const reportPageFault = (api: ConsoleApi, thrown: unknown): void => {
  if (thrown instanceof ConsoleCallError) return;
  const error = thrown instanceof Error ? thrown : null;
  const message = (error ? `${error.name}: ${error.message}` : String(thrown)).slice(0, maxCharacters.message);
  const stack = error?.stack?.slice(0, maxCharacters.stack);
  api.diagnostics.reportPageFault({ message, ...(stack === undefined ? {} : { stack }) }).catch(() => undefined);
};

export const reportUncaught = (api: ConsoleApi): void => {
  window.addEventListener('error', ({ error, message }) => reportPageFault(api, error ?? message));
  window.addEventListener('unhandledrejection', ({ reason }) => reportPageFault(api, reason));
};
