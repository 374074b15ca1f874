import { ChevronLeft, ChevronRight, ChevronsLeft, ChevronsRight } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '#ui/controls/controls.tsx';
import { SelectBox } from '#ui/controls/form.tsx';
import { countText } from '#ui/values/number-text.ts';
import { type PageSize, pageSizes } from './page-size.ts';
import './pager.css';
import '#ui/controls/field.css';

interface PageBoxProps {
  readonly page: number;
  readonly lastPage: number | null;
  readonly onPage: (page: number) => void;
}

const PageBox = ({ page, lastPage, onPage }: PageBoxProps) => {
  const [typed, setTyped] = useState<string | null>(null);
  const isWrong = typed !== null && typed !== '' && typedPage(typed, null) === null;
  return (
    <span className="page-box row gap-12">
      <label htmlFor="page-box">Page</label>
      <input
        id="page-box"
        className="field number"
        inputMode="numeric"
        autoComplete="off"
        value={typed ?? String(page)}
        aria-invalid={isWrong || undefined}
        title={isWrong ? 'Enter a page number, 1 or higher.' : undefined}
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

interface PagerFacts {
  readonly page: number;
  readonly pageSize: number;
  readonly rows: number;
  readonly total: number | null;
  readonly hasNext: boolean;
}

export const lastPageOf = (total: number, pageSize: number): number => Math.max(1, Math.ceil(total / pageSize));

/** Returns the numbers of the page's first and last row, counted from 1 over all pages. Null for an empty page. */
export const rowRangeOf = ({ page, pageSize, rows }: PagerFacts): readonly [number, number] | null => {
  if (rows === 0) return null;
  const first = (page - 1) * pageSize + 1;
  return [first, first + rows - 1];
};

export const pageAfterResize = (page: number, oldSize: number, newSize: number): number =>
  Math.floor(((page - 1) * oldSize) / newSize) + 1;

export const typedPage = (text: string, lastPage: number | null): number | null => {
  const trimmed = text.trim();
  if (!/^\d{1,15}$/.test(trimmed)) return null;
  const page = Math.max(1, Number(trimmed));
  return lastPage === null ? page : Math.min(page, lastPage);
};

interface PagerProps {
  readonly facts: PagerFacts | null;
  readonly total: number | null;
  readonly page: number;
  readonly size: PageSize;
  readonly onPage: (page: number) => void;
  readonly onSize: (size: PageSize) => void;
}

interface RowNumbersProps {
  readonly first: number;
  readonly last: number;
  readonly total: number | null;
}

export const RowNumbers = ({ first, last, total }: RowNumbersProps) => (
  <>
    <span className="pager-word">Rows </span>
    <strong>
      {countText(first)}–{countText(last)}
    </strong>
    {total === null ? null : (
      <>
        {' '}
        of <strong>{countText(total)}</strong>
      </>
    )}
  </>
);

const Rows = ({ facts }: { readonly facts: PagerFacts | null }) => {
  const range = facts && rowRangeOf(facts);
  if (!facts || !range) return <span>{facts ? 'No rows' : ''}</span>;
  return (
    <>
      <RowNumbers first={range[0]} last={range[1]} total={facts.total} />
      {facts.total === null && facts.hasNext ? <span className="faint">, possibly more</span> : null}
    </>
  );
};

const placeAmongPages = ({ facts, total, page, size }: Pick<PagerProps, 'facts' | 'total' | 'page' | 'size'>) => {
  const lastPage = total === null ? null : lastPageOf(total, facts?.pageSize ?? size);
  const hasNext = lastPage === null ? facts !== null && facts.page === page && facts.hasNext : page < lastPage;
  return {
    lastPage,
    firstPageReason: page <= 1 ? 'This is the first page' : null,
    lastPageReason: hasNext ? null : 'This is the last page',
  };
};

type StepsProps = Pick<PagerProps, 'page' | 'onPage'> & Omit<ReturnType<typeof placeAmongPages>, 'lastPage'>;

const Steps = ({ page, firstPageReason, lastPageReason, onPage }: StepsProps) => (
  <>
    <IconButton
      label="Previous page"
      icon={ChevronLeft}
      size="small"
      side="top"
      disabledBecause={firstPageReason}
      onPress={() => onPage(page - 1)}
    />
    <IconButton
      label="Next page"
      icon={ChevronRight}
      size="small"
      side="top"
      disabledBecause={lastPageReason}
      onPress={() => onPage(page + 1)}
    />
  </>
);

export const ShortPager = (props: Omit<PagerProps, 'onSize'>) => (
  <nav className="short-pager" aria-label="Pages">
    <output className="pager-rows number">
      <Rows facts={props.facts} />
    </output>
    <span className="pager-buttons">
      <Steps {...placeAmongPages(props)} page={props.page} onPage={props.onPage} />
    </span>
  </nav>
);

export const Pager = ({ facts, total, page, size, onPage, onSize }: PagerProps) => {
  const { lastPage, firstPageReason, lastPageReason } = placeAmongPages({ facts, total, page, size });
  return (
    <nav className="pager row hint rigid" aria-label="Pages">
      <output className="pager-rows number">
        <Rows facts={facts} />
      </output>
      {/* oxlint-disable-next-line jsx-a11y/label-has-associated-control -- `SelectBox` renders the control */}
      <label className="gap-12 row">
        <span className="pager-word">Rows per page</span>
        <SelectBox
          className="number"
          value={size}
          options={pageSizes.map((each) => [each, String(each)] as const)}
          onChange={onSize}
        />
      </label>
      <span className="pager-rule" aria-hidden="true" />
      <PageBox page={page} lastPage={lastPage} onPage={onPage} />
      <span className="pager-buttons">
        <IconButton
          label="First page"
          icon={ChevronsLeft}
          size="small"
          side="top"
          disabledBecause={firstPageReason}
          onPress={() => onPage(1)}
        />
        <Steps {...{ page, firstPageReason, lastPageReason, onPage }} />
        {lastPage === null && facts !== null ? null : (
          <IconButton
            label="Last page"
            icon={ChevronsRight}
            size="small"
            side="top"
            disabledBecause={lastPageReason}
            onPress={() => onPage(lastPage ?? page)}
          />
        )}
      </span>
    </nav>
  );
};
