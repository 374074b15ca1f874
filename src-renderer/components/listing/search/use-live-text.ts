import { useState } from 'react';

const filterWord = /(?<!\S)(?:status|company|user|provider|created|since|is):(?:(?:"[^"]*"?|[^\s"])+|$)/gi;

/** Returns the input without filter words such as `status:failed`. */
export const withoutFilterWords = (text: string): string => text.replaceAll(filterWord, '').trimStart();

export const useLiveText = (routed: string, send: (text: string) => void) => {
  const [typed, setTyped] = useState(routed);
  const [lastRouted, setLastRouted] = useState(routed);
  const [sent, setSent] = useState<readonly string[]>([]);
  if (lastRouted !== routed) {
    setLastRouted(routed);
    const at = sent.indexOf(routed);
    setSent(at === -1 ? [] : sent.slice(at + 1));
    if (at === -1) setTyped(routed);
  }
  return {
    typed,
    /** @param narrows the search to apply */
    type: (text: string, narrows = withoutFilterWords(text)) => {
      setTyped(text);
      if (narrows === (sent.at(-1) ?? routed)) return;
      setSent((before) => [...before, narrows]);
      send(narrows);
    },
  };
};
