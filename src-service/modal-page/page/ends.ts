import type { MigrationStatus } from '#shared/migration-api/migration-status.ts';
import type { EndReason, ModalState } from '#shared/modal-messages/modal-state.ts';
import { copyOf, find, make, type View } from './card.ts';

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

/** A view without a step: a sign, a title, a text and what the person can do; the first button is the main one. */
interface EndView {
  readonly sign: string;
  readonly tone: 'good' | 'part' | 'bad' | 'still' | 'ask';
  readonly title: string;
  readonly text: string;
  readonly gaps?: string | null;
  readonly buttons: Readonly<Record<string, () => void>>;
}

export const endView = ({ sign, tone, title, text, gaps, buttons }: EndView): View => ({
  key: `${title} ${text} ${Object.keys(buttons).join()}`,
  build: () => {
    const copy = copyOf('end', { title, text, gaps: gaps ?? '' });
    find('.sign', copy).classList.add(tone);
    find('use', copy).setAttribute('href', `#${sign}`);
    find('.gaps', copy).hidden = !gaps;
    for (const [index, [label, act]] of Object.entries(buttons).entries()) {
      const button = make('button', label, { type: 'button', className: index === 0 ? 'primary' : '' });
      button.addEventListener('click', act);
      find('.actions', copy).append(button);
    }
    return copy;
  },
});

const failures: Readonly<Partial<Record<EndReason, (provider: string) => string>>> = {
  provider_failed: (provider) => `${provider} closed the connection. Nothing was changed there.`,
  abandoned: () => 'The copy was not begun within an hour. Nothing was copied.',
};

/** What each terminal state says; undefined while the migration is under way. */
export const endOf = (state: ModalState, act: { close: () => void; retry: () => void }): EndView | undefined => {
  const { status, organization_name: organization, reason, progress } = state;
  const provider = state.provider ?? 'the service';
  const { close, retry } = act;
  switch (status) {
    case 'COMPLETE': {
      const text = `Your data from ${provider} is now in ${organization}.`;
      return { sign: 'check', tone: 'good', title: 'All done', text, buttons: { Close: close } };
    }
    case 'COMPLETED_WITH_FAILURES': {
      const missing = progress.map(({ label, done, total }) => ({ label, count: total - done }));
      const count = missing.reduce((sum, kind) => sum + kind.count, 0);
      const what = missing.filter((kind) => kind.count > 0).map((kind) => `${kind.count} ${kind.label.toLowerCase()}`);
      const title = count > 0 ? `Done, with ${count} ${count === 1 ? 'gap' : 'gaps'}` : 'Done, with gaps';
      const text = `Everything but ${what.join(' and ') || 'a part'} arrived in ${organization}.`;
      return { sign: 'alert', tone: 'part', title, text, gaps: state.gaps, buttons: { Close: close } };
    }
    case 'FAILED': {
      const text = (reason && failures[reason]?.(provider)) || `The copy was stopped before its end.`;
      const buttons = state.can_retry ? { 'Try again': retry, Close: close } : { Close: close };
      return { sign: 'x', tone: 'bad', title: 'The copy stopped', text, buttons };
    }
    case 'LOGIN_ABANDONED': {
      const text = 'The window was left before the login was done. Nothing was copied.';
      return { sign: 'clock', tone: 'still', title: 'The login was not finished', text, buttons: { Close: close } };
    }
    default:
      return undefined;
  }
};
