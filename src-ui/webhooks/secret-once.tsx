import { useState } from 'react';
import { SecretDialog } from '../dialogs/secret-dialog.tsx';
import { fullText } from '../values/times.tsx';
import { useHeldPage } from './use-held-page.ts';
import { useWebhooksPort } from './webhooks-port.ts';

export interface ShownSecret {
  readonly url: string;
  readonly secret: string;
  readonly previousUntil: string | null;
}

export const SecretOnce = ({ url, secret, previousUntil, onClose }: ShownSecret & { readonly onClose: () => void }) => {
  const { secretHelp } = useWebhooksPort();
  const [isHeld, setHeld] = useState(false);
  useHeldPage(
    () => true,
    () => setHeld(true),
  );
  return (
    <SecretDialog
      title="Save this secret now"
      text={
        <>
          The secret is shown once. The receiver at <span className="mono">{url}</span> uses it to verify that events
          come from the service.
        </>
      }
      what="secret"
      secret={secret}
      onClose={onClose}
    >
      <div className="dialog-text">
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
    </SecretDialog>
  );
};
