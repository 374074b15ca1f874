import type { MigrationStatus } from '#shared/migration-api/migration-status.ts';
import type { ModalWord } from '../words/words.ts';
import { find } from './card.ts';
import { text } from './text.ts';

const dialog = find<HTMLDialogElement>('#leave');

find('#stay').onclick = () => dialog.close();

export const askBeforeLeaving = (status: MigrationStatus | undefined, leave: () => void): void => {
  // A status without an explanation has no progress to lose.
  const explanation = status && text(`leave_${status}` as ModalWord);
  if (!explanation) return leave();
  const button = find('.primary', dialog);
  button.onclick = leave;
  find('p', dialog).textContent = explanation;
  button.textContent = text(status === 'WORKING' ? 'closeAndRun' : 'leave');
  if (!dialog.open) dialog.showModal();
};

export const closeLeaveDialog = (): void => dialog.close();
