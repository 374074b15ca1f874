import { FlaskConical } from 'lucide-react';
import { MessageBlock } from '../../components/message-block.tsx';

/** Proofs about tokens, each with what is sent, what must come back, and what came. */
export const TokenLabTab = () => (
  <MessageBlock icon={FlaskConical} title="No proofs here">
    Make a token on the tab Create, and watch its flow in the Modal lab.
  </MessageBlock>
);
