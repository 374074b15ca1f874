import { ChevronLeft, ChevronRight, ChevronsLeft, ChevronsRight } from 'lucide-react';
import { IconButton } from '#ui/controls/button.tsx';
import { countText } from '#ui/values/number-text.ts';
import { Select } from '#ui/controls/select.tsx';
import { PageBox } from './page-box.tsx';
import { lastPageOf, rowRangeOf, type PagerFacts } from './pager-arithmetic.ts';
import { pageSizes, type PageSize } from '../listing-search.ts';
import './pager.css';

interface PagerProps {
  /** What is shown; null while nothing is. */
  readonly facts: PagerFacts | null;
  /** The total that the service said last, also when this page could not be read. */
  readonly total: number | null;
  readonly page: number;
  readonly size: PageSize;
  readonly onPage: (page: number) => void;
  readonly onSize: (size: PageSize) => void;
}

const Rows = ({ facts }: { readonly facts: PagerFacts | null }) => {
  const range = facts && rowRangeOf(facts);
  if (!facts || !range) return <span>{facts ? 'No rows' : ''}</span>;
  return (
    <>
      <span className="pager-word">Rows </span>
      <strong>
        {countText(range[0])}–{countText(range[1])}
      </strong>
      {facts.total === null ? (
        facts.hasNext && <span className="pager-scope">, more may follow</span>
      ) : (
        <>
          {' '}
          of <strong>{countText(facts.total)}</strong>
        </>
      )}
    </>
  );
};

/** The foot of a listing: which rows are shown, and every way to others. Works with and without a total. */
export const Pager = ({ facts, total, page, size, onPage, onSize }: PagerProps) => {
  const lastPage = total === null ? null : lastPageOf(total, size);
  const atFirst = page <= 1 ? 'This is the first page' : null;
  const hasNext = lastPage === null ? facts !== null && facts.page === page && facts.hasNext : page < lastPage;
  const atLast = hasNext ? null : 'This is the last page';
  return (
    <nav className="pager" aria-label="Pages">
      <output className="pager-rows number">
        <Rows facts={facts} />
      </output>
      <Select label="Rows per page" value={size} values={pageSizes} onChange={onSize} />
      <span className="pager-rule" aria-hidden="true" />
      <PageBox page={page} lastPage={lastPage} onPage={onPage} />
      <span className="pager-buttons">
        <IconButton
          label="First page"
          icon={ChevronsLeft}
          size="small"
          side="top"
          disabledBecause={atFirst}
          onPress={() => onPage(1)}
        />
        <IconButton
          label="Previous page"
          icon={ChevronLeft}
          size="small"
          side="top"
          disabledBecause={atFirst}
          onPress={() => onPage(page - 1)}
        />
        <IconButton
          label="Next page"
          icon={ChevronRight}
          size="small"
          side="top"
          disabledBecause={atLast}
          onPress={() => onPage(page + 1)}
        />
        {lastPage === null && facts !== null ? null : (
          <IconButton
            label="Last page"
            icon={ChevronsRight}
            size="small"
            side="top"
            disabledBecause={atLast}
            onPress={() => onPage(lastPage ?? page)}
          />
        )}
      </span>
    </nav>
  );
};
