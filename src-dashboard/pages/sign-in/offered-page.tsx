import { useQueryClient } from '@tanstack/react-query';
import { Button } from '#ui/controls/controls.tsx';
import { call } from '../../api/call.ts';
import type { Organization } from '../../api/session.ts';
import { InvitedAs, SignInLayout, SignInProblem } from './sign-in-layout.tsx';
import { useAttempt } from './use-attempt.ts';

interface OfferedPageProps {
  readonly invitation: Pick<Organization, 'id' | 'name' | 'production' | 'role'>;
  readonly onLater: () => void;
}

export const OfferedPage = ({ invitation: { id, name, production, role }, onLater }: OfferedPageProps) => {
  const client = useQueryClient();
  const { problem, attempt } = useAttempt();
  const accept = async (): Promise<void> => {
    await call('acceptOffered', { params: { invitation: id } });
    await client.resetQueries();
  };
  return (
    <SignInLayout title={`Join ${name}`} lead={<InvitedAs role={role} production={production} />}>
      <div className="sign-in-layout-form">
        <p>After you join, owners of {name} can see when and how you sign in.</p>
        <SignInProblem text={problem} />
        <Button variant="primary" size="large" onPress={() => void attempt(accept)}>
          Join
        </Button>
        <Button size="large" onPress={onLater}>
          Not now
        </Button>
      </div>
    </SignInLayout>
  );
};
