import { showToast } from '#ui/messages/toast.tsx';
import { appErrorOf } from '../../api/console-api.ts';

const titleOf = async (thrown: unknown): Promise<string> => {
  const { describeAppError } = await import('#shared/app-error-text.ts');
  return describeAppError(appErrorOf(thrown)).title;
};

export const showFailure = (thrown: unknown): void => void titleOf(thrown).then((title) => showToast(title, 'note'));

/** Shows the details of an error in a toast, or its title. */
export const showFailureDetail = (thrown: unknown): void => {
  const { detail } = appErrorOf(thrown);
  if (detail === undefined) showFailure(thrown);
  else showToast(detail, 'note');
};
