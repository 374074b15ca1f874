import { Ship } from 'lucide-react';
import { MessageBlock } from '#ui/messages/message-block.tsx';

/** What an organization without any migration sees. */
export const NoMigrations = () => (
  <MessageBlock icon={Ship} title="No migrations yet">
    End users start migrations in the modal. The first one shows up here.
  </MessageBlock>
);
