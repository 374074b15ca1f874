import type { MigrationStatus } from '#shared/migration-api/migration.ts';
import { find } from './templates.ts';

const dialog = find<HTMLDialogElement>('#leave');

const texts: Readonly<Partial<Record<MigrationStatus, string>>> = {
  NOT_STARTED: 'The copy goes on without it.',
  WORKING: 'The copy goes on without it.',
  PENDING_USER_INPUT: 'The copy waits until the question is answered. You can come back within the hour.',
};

let leaveNow = (): void => {};
find('#leave-now').addEventListener('click', () => leaveNow());
find('#stay').addEventListener('click', () => dialog.close());

/** Asks before a window is closed while data is moving; calls `leave` at once when none is. */
export const askBeforeLeaving = (status: MigrationStatus | undefined, leave: () => void): void => {
  const text = status && texts[status];
  if (text === undefined) {
    leave();
    return;
  }
  leaveNow = leave;
  find('[data-slot=text]', dialog).textContent = text;
  find('#leave-now').textContent = status === 'PENDING_USER_INPUT' ? 'Close' : 'Close and let it run';
  if (!dialog.open) dialog.showModal();
};

/** Takes the question back, when the answer does not matter any more. */
export const stopAsking = (): void => dialog.close();
