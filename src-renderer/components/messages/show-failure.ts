import { describeAppError } from '#shared/app-error-text.ts';
import { showToast } from '#ui/messages/toast.tsx';
import { appErrorOf } from '../../api/console-api.ts';

export const showFailure = (thrown: unknown): void => showToast(describeAppError(appErrorOf(thrown)).title, 'note');

/** Shows the details of an error in a toast, or its title. */
export const showFailureDetail = (thrown: unknown): void => {
  const error = appErrorOf(thrown);
  showToast(error.detail ?? describeAppError(error).title, 'note');
};
