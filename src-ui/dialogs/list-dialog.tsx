import type { ReactNode } from 'react';
import { Dialog, Heading } from 'react-aria-components';
import { Button } from '../controls/button.tsx';
import { DialogFrame } from './dialog-frame.tsx';

interface ListDialogProps {
  readonly title: string;
  /** A list whose lines take effect at once, and what is said of it. */
  readonly children: ReactNode;
  /** Left of Done. */
  readonly other?: ReactNode;
  readonly onClose: () => void;
}

/** A dialog in which each change takes effect at once: there is nothing to cancel, only Done. */
export const ListDialog = ({ title, children, other, onClose }: ListDialogProps) => (
  <DialogFrame onClose={onClose}>
    <Dialog className="dialog">
      <Heading slot="title">{title}</Heading>
      {children}
      <div className="dialog-actions">
        {other}
        <Button variant="primary" onPress={onClose}>
          Done
        </Button>
      </div>
    </Dialog>
  </DialogFrame>
);
