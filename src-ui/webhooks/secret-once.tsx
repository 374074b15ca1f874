import { Check, Copy } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../controls/controls.tsx';
import { useCopied } from '../controls/use-copied.ts';
import { TitledDialog } from '../dialogs/dialogs.tsx';
import { fullText } from '../values/times.tsx';
import { useHeldPage } from './use-held-page.ts';
import { useWebhooksPort } from './webhooks-port.ts';

export interface ShownSecret {
  readonly url: string;
  readonly secret: string;
  readonly previousUntil: string | null;
}

/** Shows a secret once. Only its button closes it, because an accidental click or Escape would lose the secret. */
export const SecretOnce = ({ url, secret, previousUntil, onClose }: ShownSecret & { readonly onClose: () => void }) => {
  const { secretHelp } = useWebhooksPort();
  const { copied, refused, text, copy } = useCopied();
  const [isHeld, setHeld] = useState(false);
  useHeldPage(
    () => true,
    () => setHeld(true),
  );
  const storedButton = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (copied) storedButton.current?.focus();
  }, [copied]);
  return (
    <TitledDialog title="Save this secret now" onClose={() => undefined}>
      <div className="dialog-text">
        <p>
          The secret is shown once. The receiver at <span className="mono">{url}</span> uses it to verify that events
          come from the service.
        </p>
      </div>
      <code ref={text} className="endpoint-secret sunken mono">
        {secret}
      </code>
      <div className="dialog-text">
        <output>
          {refused ? "Couldn't write to the clipboard. The secret is selected. Copy the secret manually." : ''}
        </output>
        {isHeld ? <p role="alert">Save the secret first. You can't see it again after you leave this page.</p> : null}
        {previousUntil === null ? (
          secretHelp
        ) : (
          <p>
            Until {fullText(new Date(previousUntil))} deliveries also carry the previous secret's signature. Switch to
            the new secret before then.
          </p>
        )}
      </div>
      <div className="dialog-actions">
        <Button
          icon={copied ? Check : Copy}
          variant={copied ? 'secondary' : 'primary'}
          onPress={() => void copy(secret)}
        >
          {copied ? 'Copied' : 'Copy'}
        </Button>
        <Button ref={storedButton} variant={copied ? 'primary' : 'secondary'} onPress={onClose}>
          I've saved it
        </Button>
      </div>
    </TitledDialog>
  );
};
