import { SecretDialog } from '#ui/dialogs/secret-dialog.tsx';
import { absoluteText, useClock } from '#ui/values/times.tsx';

interface LinkDialogProps {
  readonly email: string;
  readonly link: { readonly url: string; readonly expiresAt: string };
  readonly onClose: () => void;
}

export const LinkDialog = ({ email, link: { url, expiresAt }, onClose }: LinkDialogProps) => (
  <SecretDialog
    title="Share this link"
    text={`${email} can use the link once, until ${absoluteText(new Date(expiresAt), useClock())}. Ferry sends no email, so send the link yourself.`}
    what="link"
    secret={url}
    close="Done"
    onClose={onClose}
  />
);
