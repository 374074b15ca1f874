import { ListDialog } from '#ui/dialogs/dialogs.tsx';
import { useCopied } from '#ui/controls/use-copied.ts';
import { absoluteText, useClock } from '#ui/values/times.tsx';
import { SecretBox } from './secret-box.tsx';

interface LinkDialogProps {
  readonly email: string;
  readonly link: { readonly url: string; readonly expiresAt: string };
  readonly onClose: () => void;
}

export const LinkDialog = ({ email, link, onClose }: LinkDialogProps) => {
  const box = useCopied();
  const now = useClock();
  return (
    <ListDialog
      title="Share this link"
      className="secret-frame"
      dialogClass="secret-dialog"
      closeVariant={box.copied ? 'primary' : 'secondary'}
      onClose={onClose}
      stays
    >
      <p className="dialog-text">
        {email} can use the link once, until {absoluteText(new Date(link.expiresAt), now)}. Ferry sends no email, so
        send the link yourself.
      </p>
      <SecretBox secret={link.url} box={box} />
    </ListDialog>
  );
};
