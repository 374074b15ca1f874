import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { Button } from '../controls/controls.tsx';
import { focusTargets, returnFocus } from '../keys/lent-focus.ts';
import './dialog.css';

interface DialogFrameProps {
  readonly onClose: () => void;
  readonly className?: string;
  readonly scrim?: string;
  /** True if neither Esc nor a click outside closes the dialog, because it shows one-time content. */
  readonly stays?: boolean;
  readonly children: ReactNode;
}

/**
 * Initial focus: the primary action, else the first button that isn't destructive, so that Enter alone destroys
 * nothing.
 */
const focusSelectors = ['.dialog-actions > .button.primary', '.dialog-actions > .button:not(.danger)'] as const;

const pageOf = (hash: string): string | undefined => hash.split('?')[0];

/**
 * A modal dialog with backdrop. Focuses the primary action unless a child has the focus. Returns the focus when it
 * closes.
 */
export const DialogFrame = ({ onClose, className = '', scrim = '', stays = false, children }: DialogFrameProps) => {
  const [before] = useState(focusTargets);
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const dialog = frame.current?.querySelector('[role=dialog], [role=alertdialog]');
    if (!dialog || (document.activeElement !== dialog && dialog.contains(document.activeElement))) return;
    const [first] = focusSelectors.flatMap((focusSelector) => dialog.querySelector<HTMLElement>(focusSelector) ?? []);
    first?.focus();
  }, []);
  useEffect(() => {
    const page = pageOf(location.hash);
    // After navigation, the focus isn't returned, because the new page sets the focus.
    return () => returnFocus(pageOf(location.hash) === page ? before : []);
  }, [before]);
  return (
    <ModalOverlay
      className={`scrim ${scrim}`}
      isOpen
      isDismissable={!stays}
      isKeyboardDismissDisabled={stays}
      onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}
    >
      <Modal ref={frame} className={`dialog-frame ${className}`}>
        {children}
      </Modal>
    </ModalOverlay>
  );
};

export const DialogProblem = ({ text }: { readonly text: string | null }) =>
  text === null ? null : (
    <p className="dialog-text" role="alert">
      <span className="text-danger">{text}</span>
    </p>
  );

interface TitledDialogProps extends DialogFrameProps {
  readonly title: ReactNode;
  readonly role?: 'dialog' | 'alertdialog';
  readonly dialogClass?: string;
}

/** A dialog with a title. Its last child is usually `dialog-actions`. */
export const TitledDialog = ({ title, role = 'dialog', dialogClass = '', children, ...frame }: TitledDialogProps) => (
  <DialogFrame {...frame}>
    <Dialog className={`dialog ${dialogClass}`} role={role}>
      <Heading slot="title">{title}</Heading>
      {children}
    </Dialog>
  </DialogFrame>
);

interface ConfirmDialogProps {
  readonly title: string;
  readonly children: ReactNode;
  readonly confirm: string;
  readonly tone?: 'primary' | 'danger';
  /** True while the action runs; the dialog stays open meanwhile. If omitted, the dialog closes before the action. */
  readonly busy?: boolean;
  readonly tag?: ReactNode;
  readonly other?: ReactNode;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

export const ConfirmDialog = (props: ConfirmDialogProps) => {
  const { title, children, confirm, tone = 'primary', busy, tag, other, onConfirm, onClose } = props;
  const press = (): void => {
    if (busy === undefined) onClose();
    onConfirm();
  };
  return (
    <TitledDialog title={title} role="alertdialog" onClose={onClose}>
      <div className="dialog-text">{children}</div>
      <div className="dialog-actions">
        {tag}
        <Button onPress={onClose}>Cancel</Button>
        {other}
        <Button variant={tone} disabledBecause={busy ? 'In progress' : null} onPress={press}>
          {confirm}
        </Button>
      </div>
    </TitledDialog>
  );
};

interface ListDialogProps extends TitledDialogProps {
  readonly other?: ReactNode;
  readonly close?: string;
  readonly closeVariant?: 'primary' | 'secondary';
}

/** A dialog whose last button only closes it. */
export const ListDialog = (props: ListDialogProps) => {
  const { children, other, close = 'Done', closeVariant = 'primary', ...frame } = props;
  return (
    <TitledDialog {...frame}>
      {children}
      <div className="dialog-actions">
        {other}
        <Button variant={closeVariant} onPress={frame.onClose}>
          {close}
        </Button>
      </div>
    </TitledDialog>
  );
};

export const MessageDialog = ({ children, closeVariant = 'secondary', ...dialog }: ListDialogProps) => (
  <ListDialog {...dialog} role="alertdialog" close="Close" closeVariant={closeVariant}>
    <div className="dialog-text">{children}</div>
  </ListDialog>
);
