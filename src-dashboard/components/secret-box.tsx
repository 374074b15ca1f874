import { Check, Copy } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button } from '#ui/controls/controls.tsx';
import './secret.css';

/** Copies a secret and confirms it on the button. Selects the secret if the clipboard refuses it. */
export const useCopied = () => {
  const [copied, setCopied] = useState(false);
  const text = useRef<HTMLElement>(null);
  return {
    copied,
    text,
    copy: async (value: string): Promise<void> => {
      try {
        await navigator.clipboard.writeText(value);
        setCopied(true);
      } catch {
        if (text.current) getSelection()?.selectAllChildren(text.current);
      }
    },
  };
};

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
