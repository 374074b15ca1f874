import { createContext, type ReactNode, useContext } from 'react';
import { marksIn, type SearchTerm } from '#shared/search-text/search-terms.ts';
import { tip } from '#ui/tooltip/tip.ts';
import { shortIdOf } from '#ui/values/ids.tsx';
import './marked-text.css';

const none: readonly SearchTerm[] = [];

export const SearchTermsContext = createContext(none);

export const MarkedText = ({ text }: { readonly text: string }): ReactNode => {
  const terms = useContext(SearchTermsContext);
  const marks = marksIn(text, terms);
  if (marks.length === 0) return text;
  return withMarks(text, marks);
};

/** Highlights ranges of a string, given as sorted, separate [start, end) pairs. */
export const withMarks = (text: string, marks: readonly (readonly [number, number])[]): ReactNode => {
  const parts: ReactNode[] = [];
  let at = 0;
  for (const [from, to] of marks) {
    parts.push(text.slice(at, from), <mark key={from}>{text.slice(from, to)}</mark>);
    at = to;
  }
  return [...parts, text.slice(at)];
};

export const MarkedId = ({ id }: { readonly id: string }) => {
  const [mark = [0, 0]] = marksIn(id, useContext(SearchTermsContext));
  const { head, tail } = shortIdOf(id);
  const markText = (text: string, start: number): ReactNode => {
    const [from, to] = [Math.max(0, mark[0] - start), Math.min(text.length, mark[1] - start)];
    return to > from ? withMarks(text, [[from, to]]) : text;
  };
  return (
    <span className="mono short-id" {...tip(id)}>
      {markText(head, 0)}
      {tail === null ? null : <span className="short-id-tail faint">…{markText(tail, id.length - tail.length)}</span>}
    </span>
  );
};
