import type { ReactNode } from 'react';

interface MarkedTextProps {
  readonly text: string;
  readonly marks: readonly (readonly [number, number])[];
}

/** A label with the letters that were typed in it. */
export const MarkedText = ({ text, marks }: MarkedTextProps) => {
  const parts: ReactNode[] = [];
  let at = 0;
  for (const [from, to] of marks) {
    parts.push(text.slice(at, from), <mark key={from}>{text.slice(from, to)}</mark>);
    at = to;
  }
  return (
    <bdi>
      {parts}
      {text.slice(at)}
    </bdi>
  );
};
