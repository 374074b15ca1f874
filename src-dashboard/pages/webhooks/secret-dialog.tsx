import { Check, Copy } from 'lucide-react';
import { Dialog, Heading } from 'react-aria-components';
import { Button } from '#ui/controls/button.tsx';
import { DialogFrame } from '#ui/dialogs/dialogs.tsx';
import { fullText } from '#ui/values/time-text.ts';
import { useCopied } from '../../components/action-form.tsx';
import '../../components/secret.css';
import { addressText } from './webhook-words.ts';

/** A secret that was just made. */
export interface ShownSecret {
  readonly url: string;
  readonly secret: string;
  /** Until when the one before signs, too; null where there was none. */
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
          It is shown once. The receiver at <span className="mono">{addressText(url)}</span> checks with it that an
          event comes from this service.
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
            Until {fullText(new Date(previousUntil))} every delivery is signed with the secret before as well: put the
            new one in at any time before that.
          </p>
        )}
        <div className="dialog-actions">
          <Button variant={copied ? 'primary' : 'secondary'} onPress={onClose}>
            I have stored it
          </Button>
        </div>
      </Dialog>
    </DialogFrame>
  );
};
