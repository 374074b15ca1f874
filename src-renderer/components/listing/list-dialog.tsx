import type { ReactNode } from 'react';
import { Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { Button } from '../controls/button.tsx';
import '../dialogs/dialog.css';

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
  <ModalOverlay className="scrim" isOpen isDismissable onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}>
    <Modal className="dialog-frame">
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
    </Modal>
  </ModalOverlay>
);
