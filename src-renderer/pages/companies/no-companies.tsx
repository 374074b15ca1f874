import { Building2 } from 'lucide-react';
import { MessageBlock } from '#ui/messages/message-block.tsx';

/** What an organization without any company sees. */
export const NoCompanies = () => (
  <MessageBlock icon={Building2} title="No companies yet">
    A company appears when an end user has logged in to its provider in the modal.
  </MessageBlock>
);
