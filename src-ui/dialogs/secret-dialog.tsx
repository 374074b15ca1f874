import { Check, CircleCheck, Copy } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Dialog, Heading } from 'react-aria-components';
import { Button } from '../controls/controls.tsx';
import { DialogFrame } from './dialogs.tsx';
import './secret-dialog.css';

interface SecretDialogProps {
  readonly title: string;
  readonly tag?: ReactNode;
  readonly text: ReactNode;
  readonly what: 'key' | 'link' | 'secret';
  readonly secret: string;
  readonly children?: ReactNode;
  readonly other?: ReactNode;
  readonly close?: string;
  readonly onClose: () => void;
}

/** Shows a secret once. Only its last button closes it, because an accidental click or Escape would lose the secret. */
export const SecretDialog = (props: SecretDialogProps) => {
  const { title, tag, text, what, secret, children, other, close = "I've saved it", onClose } = props;
  const [result, setResult] = useState<'copied' | 'refused' | null>(null);
  const isCopied = result === 'copied';
  const secretElement = useRef<HTMLElement>(null);
  const copyButton = useRef<HTMLButtonElement>(null);
  const closeButton = useRef<HTMLButtonElement>(null);
  useEffect(() => (isCopied ? closeButton : copyButton).current?.focus(), [isCopied]);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(secret);
      setResult('copied');
    } catch {
      setResult('refused');
      if (secretElement.current) getSelection()?.selectAllChildren(secretElement.current);
    }
  };
  return (
    <DialogFrame onClose={onClose} className="secret-frame" stays>
      <Dialog className="dialog secret-dialog">
        <div className="dialog-head row">
          <Heading slot="title">{title}</Heading>
          {tag}
        </div>
        <p className="dialog-text">{text}</p>
        <div className="secret-box row">
          <code ref={secretElement} className="mono">
            {secret}
          </code>
          <Button
            ref={copyButton}
            variant={isCopied ? 'secondary' : 'primary'}
            icon={isCopied ? Check : Copy}
            onPress={() => void copy()}
          >
            {isCopied ? 'Copied' : 'Copy'}
          </Button>
        </div>
        <output className="secret-note row hint">
          {isCopied ? <CircleCheck size={14} aria-hidden="true" /> : null}
          {isCopied ? `Copied. The ${what} won't be shown again after you close this dialog.` : null}
          {result === 'refused'
            ? `Couldn't write to the clipboard. The ${what} is selected. Copy the ${what} manually.`
            : null}
        </output>
        {children}
        <div className="dialog-actions">
          {other}
          <Button ref={closeButton} variant={isCopied ? 'primary' : 'secondary'} onPress={onClose}>
            {close}
          </Button>
        </div>
      </Dialog>
    </DialogFrame>
  );
};
