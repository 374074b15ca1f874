import { describeAppError } from '#shared/app-error-text.ts';
import { showToast } from '#ui/messages/toast.tsx';
import { appErrorOf } from '../../api/console-api.ts';

export const showFailure = (thrown: unknown): void => showToast(describeAppError(appErrorOf(thrown)).title, 'note');
