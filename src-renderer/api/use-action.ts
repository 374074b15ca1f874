import type { AppError } from '#shared/app-error.ts';
import { type Action, useAction as useActionWith } from '#ui/state/use-action.ts';
import { appErrorOf } from './console-api.ts';

export const useAction = <Args extends readonly unknown[]>(
  action: (signal: AbortSignal, ...args: Args) => Promise<void>,
): Action<AppError, Args> => useActionWith(action, appErrorOf);
