import { useState } from 'react';

interface LiveText {
  readonly typed: string;
  /** @param narrows what the rows must have; left out: the text itself */
  readonly type: (text: string, narrows?: string) => void;
}

/**
 * The text of a search while it is typed. The route has it a moment later, letter by letter; whatever else changes the
 * text of the route changes the field, too, so that no text narrows the rows that the field does not show.
 */
export const useLiveText = (routed: string, send: (text: string) => void): LiveText => {
  const [typed, setTyped] = useState(routed);
  const [observed, setSeen] = useState(routed);
  const [sent, setSent] = useState<readonly string[]>([]);
  if (observed !== routed) {
    setSeen(routed);
    const at = sent.indexOf(routed);
    setSent(at === -1 ? [] : sent.slice(at + 1));
    if (at === -1) setTyped(routed);
  }
  return {
    typed,
    type: (text, narrows = text) => {
      setTyped(text);
      if (narrows === (sent.at(-1) ?? routed)) return;
      setSent([...sent, narrows]);
      send(narrows);
    },
  };
};
