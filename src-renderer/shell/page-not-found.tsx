import { useNavigate } from '@tanstack/react-router';
import { Compass } from 'lucide-react';
import { Button } from '../components/button.tsx';
import { MessageBlock } from '../components/message-block.tsx';

/** An address that leads to no page of the console. */
export const PageNotFound = () => {
  const navigate = useNavigate();
  return (
    <MessageBlock
      icon={Compass}
      title="This page does not exist"
      actions={
        <Button variant="primary" onPress={() => void navigate({ to: '/migrations' })}>
          Go to Migrations
        </Button>
      }
    >
      The address leads to no page of this console.
    </MessageBlock>
  );
};
