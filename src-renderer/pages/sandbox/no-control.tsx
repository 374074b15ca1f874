import { Box } from 'lucide-react';
import { describeAppError } from '#shared/app-error-text.ts';
import type { ConsoleState } from '#shared/console-contract/console-calls.ts';
import type { SandboxView } from '#shared/console-contract/sandbox-calls.ts';
import { useConsole } from '../../api/console-context.tsx';
import { useAction } from '../../api/use-action.ts';
import { Button } from '#ui/controls/button.tsx';
import { MessageBlock } from '#ui/messages/message-block.tsx';

type Reason = Extract<SandboxView, { kind: 'none' }>['reason'];

const texts: Record<Reason, string> = {
  elsewhere:
    'Faults, clock and data can be changed in a service on this computer only. Nothing was sent to this profile’s service.',
  not_allowed:
    'It runs on this computer, but without control. Start Ferry Service with --allow-control, or use the built-in Sandbox.',
  read_only: 'Administrators of this computer have switched off what changes data. The Sandbox stays free.',
};

interface NoControlProps {
  readonly profile: ConsoleState['profile'];
  readonly reason: Reason;
}

/** Why there is nothing to change here, and the way to where there is. */
export const NoControl = ({ profile, reason }: NoControlProps) => {
  const { api } = useConsole();
  const open = useAction(async (signal) => void (await api.profiles.switch({ id: 'sandbox' }, { signal })));
  return (
    <MessageBlock
      icon={Box}
      title={`${profile.name} is not the Sandbox`}
      actions={
        <Button variant="primary" icon={Box} busy={open.busy} onPress={() => void open.run()}>
          Switch to the Sandbox
        </Button>
      }
    >
      {open.error ? `${describeAppError(open.error).title}. ` : ''}
      {texts[reason]}
    </MessageBlock>
  );
};
