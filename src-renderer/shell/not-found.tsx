import { useNavigate } from '@tanstack/react-router';
import { Compass } from 'lucide-react';
import { Button } from '#ui/controls/controls.tsx';
import { MessageBlock } from '#ui/messages/messages.tsx';
import { PageHead } from '#ui/page/page-head.tsx';

export const NotFound = () => {
  const navigate = useNavigate();
  return (
    <div className="page-failed stack">
      <PageHead title="Not found" />
      <MessageBlock
        icon={Compass}
        title="This page doesn't exist"
        actions={
          <Button variant="primary" onPress={() => void navigate({ to: '/migrations' })}>
            Go to Migrations
          </Button>
        }
      >
        This address isn't a page of the console.
      </MessageBlock>
    </div>
  );
};
