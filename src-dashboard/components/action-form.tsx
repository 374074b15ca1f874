import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react';
import { Dialog, Heading } from 'react-aria-components';
import type { DashboardCall } from '#shared/dashboard-api/call-routes.ts';
import type { CallReply } from '#shared/dashboard-api/dashboard-calls.ts';
import { Button } from '#ui/controls/controls.tsx';
import { Form } from '#ui/controls/form.tsx';
import { type ConfirmDialog, DialogFrame, DialogProblem } from '#ui/dialogs/dialogs.tsx';
import { showToast } from '#ui/messages/toast.tsx';
import { type SentCall, useChange } from '../api/session.ts';
import './action-form.css';

interface FormDialogProps<Name extends DashboardCall> extends Pick<
  ComponentProps<typeof ConfirmDialog>,
  'title' | 'tag' | 'confirm' | 'tone' | 'onClose'
> {
  readonly text?: ReactNode;
  /** The fields. Without them, the dialog only asks a question. */
  readonly children?: ReactNode;
  readonly call: Name;
  readonly sent: SentCall<Name>;
  /** Why the form can't be sent yet. */
  readonly incomplete?: string | false | null | undefined;
  /** True while the work that follows the call is in progress. */
  readonly busy?: boolean;
  readonly problem?: string | null;
  /** The dialog stays open after the call. If omitted, the dialog closes and shows the toast `done`. */
  readonly onDone?: (reply: CallReply<Name>) => void;
  readonly done?: string;
}

/** A dialog that sends a call. Focuses its first field. Stays open with the reason if the service refuses the call. */
export const FormDialog = <Name extends DashboardCall>(props: FormDialogProps<Name>) => {
  const { title, tag, text, children, confirm, tone = 'primary', call, sent, onDone, done, onClose } = props;
  const { send, isInProgress, problem } = useChange<Name>(call);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector<HTMLElement>('input.field')?.focus(), []);
  const refusal = isInProgress || props.busy ? 'In progress' : props.incomplete || null;
  const close = (): void => {
    onClose();
    if (done !== undefined) showToast(done, 'done');
  };
  const submit = (): void => {
    if (refusal === null) void send(sent, onDone ?? close);
  };
  return (
    <DialogFrame onClose={onClose}>
      <Dialog className="dialog" role={children ? 'dialog' : 'alertdialog'}>
        <Form ref={form} onSubmit={submit} noValidate>
          <div className="dialog-head row">
            <Heading slot="title">{title}</Heading>
            {tag}
          </div>
          {text ? <div className="dialog-text">{text}</div> : null}
          {children}
          <DialogProblem text={problem ?? props.problem ?? null} />
          <div className="dialog-actions">
            <Button onPress={onClose}>Cancel</Button>
            <Button type="submit" variant={tone} disabledBecause={refusal}>
              {confirm}
            </Button>
          </div>
        </Form>
      </Dialog>
    </DialogFrame>
  );
};
