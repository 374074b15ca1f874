import { Check, Copy } from 'lucide-react';
import { Dialog, Heading } from 'react-aria-components';
import { Button } from '#ui/controls/button.tsx';
import { DialogFrame } from '#ui/dialogs/dialogs.tsx';
import { fullText } from '#ui/values/time-text.ts';
import { useCopied } from '../../components/action-form.tsx';
import '../../components/secret.css';
import { addressText } from './webhook-words.ts';

export interface ShownSecret {
  readonly url: string;
  readonly secret: string;
  /** When the previous secret stops signing; null without one. */
  readonly previousUntil: string | null;
}

/** The secret of an endpoint, this once: it ends by the one button that says that it is stored. */
export const SecretDialog = ({
  shown: { url, secret, previousUntil },
  onClose,
}: {
  readonly shown: ShownSecret;
  readonly onClose: () => void;
}) => {
  const { copied, copy, text } = useCopied();
  return (
    <DialogFrame onClose={onClose} className="secret-frame" stays>
      <Dialog className="dialog secret-dialog">
        <Heading slot="title">Store this secret now</Heading>
        <p className="dialog-text">
          The secret is shown once. The receiver at <span className="mono">{addressText(url)}</span> uses it to verify
          that events come from this service.
        </p>
        <div className="secret-box">
          <code ref={text} className="mono">
            {secret}
          </code>
          <Button
            variant={copied ? 'secondary' : 'primary'}
            icon={copied ? Check : Copy}
            onPress={() => void copy(secret)}
          >
            {copied ? 'Copied' : 'Copy'}
          </Button>
        </div>
        {previousUntil === null ? null : (
          <p className="dialog-text">
            Until {fullText(new Date(previousUntil))} deliveries also carry the previous secret's signature. Switch to
            the new secret before then.
          </p>
        )}
        <div className="dialog-actions">
          <Button variant={copied ? 'primary' : 'secondary'} onPress={onClose}>
            I've stored it
          </Button>
        </div>
      </Dialog>
    </DialogFrame>
  );
};
