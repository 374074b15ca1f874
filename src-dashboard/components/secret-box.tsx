import { Check, Copy } from 'lucide-react';
import { Button } from '#ui/controls/controls.tsx';
import type { useCopied } from '#ui/controls/use-copied.ts';
import './secret.css';

interface SecretBoxProps {
  readonly secret: string;
  readonly box: ReturnType<typeof useCopied>;
}

export const SecretBox = ({ secret, box: { copied, copy, text } }: SecretBoxProps) => (
  <div className="secret-box row">
    <code ref={text} className="mono">
      {secret}
    </code>
    <Button variant={copied ? 'secondary' : 'primary'} icon={copied ? Check : Copy} onPress={() => void copy(secret)}>
      {copied ? 'Copied' : 'Copy'}
    </Button>
  </div>
);
