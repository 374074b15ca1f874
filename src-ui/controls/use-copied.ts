import { useRef, useState } from 'react';

/** Copies the text of an element. Selects the text if the clipboard refuses it. */
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
