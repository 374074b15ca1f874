import { useEffect, useState, type ReactNode } from 'react';
import { Modal, ModalOverlay } from 'react-aria-components';
import { focusAgain } from '../controls/lent-focus.ts';
import './dialog.css';

interface DialogFrameProps {
  readonly onClose: () => void;
  /** Of the frame, beside its own. */
  readonly className?: string;
  /** Of the ground behind it, beside its own. */
  readonly scrim?: string;
  readonly children: ReactNode;
}

/**
 * What lies over the page, with the ground behind it; there while it is open. Afterwards the focus is back where it
 * was: react-aria gives it back while the page may still be inert, and then it would be nowhere.
 */
export const DialogFrame = ({ onClose, className = '', scrim = '', children }: DialogFrameProps) => {
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      const look = (): void => {
        if (document.activeElement === document.body) focusAgain(before);
      };
      // After the frame in which react-aria does it.
      requestAnimationFrame(() => requestAnimationFrame(look));
    },
    [before],
  );
  return (
    <ModalOverlay
      className={`scrim ${scrim}`}
      isOpen
      isDismissable
      onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}
    >
      <Modal className={`dialog-frame ${className}`}>{children}</Modal>
    </ModalOverlay>
  );
};
