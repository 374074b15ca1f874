import { Dialog, Heading } from 'react-aria-components';
import { Button } from '#ui/controls/button.tsx';
import { DialogFrame } from '#ui/dialogs/dialogs.tsx';
import { absoluteText } from '#ui/values/time-text.ts';
import { useClock } from '#ui/values/time-cells.tsx';
import { SecretBox, useCopied } from './secret-box.tsx';

interface LinkDialogProps {
  readonly email: string;
  readonly link: { readonly url: string; readonly expiresAt: string };
  readonly onClose: () => void;
}

export const LinkDialog = ({ email, link, onClose }: LinkDialogProps) => {
  const box = useCopied();
  const now = useClock();
  return (
    <DialogFrame onClose={onClose} className="secret-frame" stays>
      <Dialog className="dialog secret-dialog">
        <Heading slot="title">Share this link</Heading>
        <p className="dialog-text">
          {email} can use the link once, until {absoluteText(new Date(link.expiresAt), now)}. Ferry sends no email, so
          send the link yourself.
        </p>
        <SecretBox secret={link.url} box={box} />
        <div className="dialog-actions">
          <Button variant={box.copied ? 'primary' : 'secondary'} onPress={onClose}>
            Done
          </Button>
        </div>
      </Dialog>
    </DialogFrame>
  );
};
