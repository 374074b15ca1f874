import type { ComponentProps } from 'react';
import { Dialog, Heading } from 'react-aria-components';
import { Button } from '#ui/controls/controls.tsx';
import { Form } from '#ui/controls/form.tsx';
import { type ConfirmDialog, DialogFrame, DialogProblem } from '#ui/dialogs/dialogs.tsx';
import './action-form.css';

interface FormDialogProps extends Pick<
  ComponentProps<typeof ConfirmDialog>,
  'title' | 'tag' | 'children' | 'confirm' | 'tone' | 'onClose'
> {
  readonly busy: boolean;
  readonly incomplete?: string | null;
  readonly problem: string | null;
  readonly onSubmit: () => void;
}

export const FormDialog = (props: FormDialogProps) => {
  const { title, tag, children, confirm, tone, busy, incomplete = null, problem, onSubmit, onClose } = props;
  const submit = (): void => {
    if (!busy && incomplete === null) onSubmit();
  };
  return (
    <DialogFrame onClose={onClose}>
      <Dialog className="dialog">
        <Form onSubmit={submit} noValidate>
          <div className="dialog-head row">
            <Heading slot="title">{title}</Heading>
            {tag}
          </div>
          {children}
          <DialogProblem text={problem} />
          <div className="dialog-actions">
            <Button onPress={onClose}>Cancel</Button>
            <Button type="submit" variant={tone ?? 'primary'} disabledBecause={busy ? 'In progress' : incomplete}>
              {confirm}
            </Button>
          </div>
        </Form>
      </Dialog>
    </DialogFrame>
  );
};
