import { useState } from 'react';
import { countText } from '#ui/values/number-text.ts';
import { typedPage } from './pager-arithmetic.ts';
import '#ui/controls/field.css';

interface PageBoxProps {
  readonly page: number;
  /** null without a total. */
  readonly lastPage: number | null;
  readonly onPage: (page: number) => void;
}

/** The page number to read or to type; Enter goes there, Esc and leaving the box put the number back. */
export const PageBox = ({ page, lastPage, onPage }: PageBoxProps) => {
  const [typed, setTyped] = useState<string | null>(null);
  const isWrong = typed !== null && typed !== '' && typedPage(typed, null) === null;
  return (
    <span className="page-box">
      <label htmlFor="page-box">Page</label>
      <input
        id="page-box"
        className="field number"
        inputMode="numeric"
        autoComplete="off"
        value={typed ?? String(page)}
        aria-invalid={isWrong || undefined}
        title={isWrong ? 'A page is a number from 1.' : undefined}
        onChange={(event) => setTyped(event.target.value)}
        onFocus={(event) => event.target.select()}
        onBlur={() => setTyped(null)}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && typed !== null) {
            event.preventDefault();
            setTyped(null);
          }
          if (event.key !== 'Enter') return;
          const next = typedPage(event.currentTarget.value, lastPage);
          if (next === null) return;
          setTyped(null);
          onPage(next);
        }}
      />
      {lastPage === null ? null : <span className="number">of {countText(lastPage)}</span>}
    </span>
  );
};
