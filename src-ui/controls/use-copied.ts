import { useRef, useState } from 'react';

/** Copies a secret. If the clipboard refuses it, selects the element that shows the secret. */
export const useCopied = () => {
  const [result, setResult] = useState<'copied' | 'refused' | null>(null);
  const text = useRef<HTMLElement>(null);
  return {
    copied: result === 'copied',
    refused: result === 'refused',
    text,
    copy: async (value: string): Promise<void> => {
      try {
        await navigator.clipboard.writeText(value);
        setResult('copied');
      } catch {
        setResult('refused');
        if (text.current) getSelection()?.selectAllChildren(text.current);
      }
    },
  };
};
