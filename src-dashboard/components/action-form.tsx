import type { FormEvent, ReactNode } from 'react';
import { Dialog, Heading } from 'react-aria-components';
import { Button } from '#ui/controls/controls.tsx';
import { DialogFrame, DialogProblem } from '#ui/dialogs/dialogs.tsx';
import './action-form.css';

interface FormDialogProps {
  readonly title: string;
  readonly tag?: ReactNode;
  readonly children: ReactNode;
  readonly confirm: string;
  readonly tone?: 'primary' | 'danger';
  readonly busy: boolean;
  readonly incomplete?: string | null;
  readonly problem: string | null;
  readonly onSubmit: () => void;
  readonly onClose: () => void;
}

export const FormDialog = (props: FormDialogProps) => {
  const {
    title,
    tag,
    children,
    confirm,
    tone = 'primary',
    busy,
    incomplete = null,
    problem,
    onSubmit,
    onClose,
  } = props;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!busy && incomplete === null) onSubmit();
  };
  return (
    <DialogFrame onClose={onClose}>
      <Dialog className="dialog">
        <form onSubmit={submit} noValidate>
          <div className="dialog-head row">
            <Heading slot="title">{title}</Heading>
            {tag}
          </div>
          {children}
          <DialogProblem text={problem} />
          <div className="dialog-actions">
            <Button onPress={onClose}>Cancel</Button>
            <Button type="submit" variant={tone} disabledBecause={busy ? 'In progress' : incomplete}>
              {confirm}
            </Button>
          </div>
        </form>
      </Dialog>
    </DialogFrame>
  );
};
