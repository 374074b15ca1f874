import type { ComponentProps } from 'react';
import type { DashboardCall } from '#shared/dashboard-api/call-routes.ts';
import { ConfirmDialog, DialogProblem } from '#ui/dialogs/dialogs.tsx';
import { showToast } from '#ui/messages/toast.tsx';
import { type SentCall, useChange } from '../api/session.ts';

interface ChangeDialogProps<Name extends DashboardCall> extends Omit<
  ComponentProps<typeof ConfirmDialog>,
  'busy' | 'onConfirm'
> {
  readonly call: Name;
  readonly sent: SentCall<Name>;
  /** Toast after the change. */
  readonly done?: string;
}

/** Sends a call once it is confirmed. Stays open with the reason if the service refuses the call. */
export const ChangeDialog = <Name extends DashboardCall>(props: ChangeDialogProps<Name>) => {
  const { call, sent, done, children, ...dialog } = props;
  const { send, isInProgress, problem } = useChange<Name>(call);
  const confirm = (): void =>
    void send(sent, () => {
      dialog.onClose();
      if (done !== undefined) showToast(done, 'done');
    });
  return (
    <ConfirmDialog {...dialog} busy={isInProgress} onConfirm={confirm}>
      {children}
      <DialogProblem text={problem} />
    </ConfirmDialog>
  );
};
