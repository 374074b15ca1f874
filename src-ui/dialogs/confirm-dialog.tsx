import type { ReactNode } from 'react';
import { Dialog, Heading } from 'react-aria-components';
import { Button } from '../controls/button.tsx';
import { DialogFrame } from './dialog-frame.tsx';

interface ConfirmDialogProps {
  /** A question. */
  readonly title: string;
  /** What will happen. */
  readonly children: ReactNode;
  /** Repeats the verb of the question. */
  readonly confirm: string;
  readonly tone?: 'primary' | 'danger';
  readonly busy?: boolean;
  /** Left of the buttons: the environment's tag. */
  readonly tag?: ReactNode;
  /** A second way, between Cancel and the verb. */
  readonly other?: ReactNode;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Asks before something that cannot be taken back; Esc, a click beside it and Cancel leave all as it is. */
export const ConfirmDialog = (props: ConfirmDialogProps) => {
  const { title, children, confirm, tone = 'primary', busy = false, tag, other, onConfirm, onClose } = props;
  return (
    <DialogFrame onClose={onClose}>
      <Dialog className="dialog" role="alertdialog">
        <Heading slot="title">{title}</Heading>
        <div className="dialog-text">{children}</div>
        <div className="dialog-actions">
          {tag}
          <Button onPress={onClose}>Cancel</Button>
          {other}
          <Button variant={tone} disabledBecause={busy ? 'Under way' : null} onPress={onConfirm}>
            {confirm}
          </Button>
        </div>
      </Dialog>
    </DialogFrame>
  );
};
