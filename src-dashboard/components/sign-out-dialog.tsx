import { FormDialog } from './action-form.tsx';

interface SignOutProps {
  readonly id: string;
  readonly name: string;
  readonly onClose: () => void;
}

/** Ends all sessions of a member. */
export const SignOutDialog = ({ id, name, onClose }: SignOutProps) => (
  <FormDialog
    call="endMemberSessions"
    sent={{ params: { person: id } }}
    title={`Sign out ${name} everywhere?`}
    confirm="Sign out"
    tone="danger"
    done={`Signed out ${name}`}
    text={`All dashboard sessions of ${name} end, including those in other organizations. ${name} can sign in again. To prevent that, remove the member.`}
    onClose={onClose}
  />
);
