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

const lastPageFor = ({ facts, total, size }: Pick<PagerProps, 'facts' | 'total' | 'size'>): number | null =>
  total === null ? null : lastPageOf(total, facts?.pageSize ?? size);

type StepsProps = Omit<PagerProps, 'onSize'> & { readonly isShort?: boolean };

const Steps = ({ isShort = false, onPage, ...pager }: StepsProps) => {
  const { facts, page } = pager;
  const lastPage = lastPageFor(pager);
  const hasNext = lastPage === null ? facts !== null && facts.page === page && facts.hasNext : page < lastPage;
  const noPreviousReason = page <= 1 ? 'This is the first page' : null;
  const noNextReason = hasNext ? null : 'This is the last page';
  const steps = [
    !isShort && (['First page', ChevronsLeft, noPreviousReason, 1] as const),
    ['Previous page', ChevronLeft, noPreviousReason, page - 1] as const,
    ['Next page', ChevronRight, noNextReason, page + 1] as const,
    !isShort &&
      (lastPage !== null || facts === null) &&
      (['Last page', ChevronsRight, noNextReason, lastPage ?? page] as const),
  ].filter((step) => step !== false);
  return (
    <span className="pager-buttons">
      {steps.map(([label, icon, reason, to]) => (
        <IconButton
          key={label}
          label={label}
          icon={icon}
          size="small"
          side="top"
          disabledBecause={reason}
          onPress={() => onPage(to)}
        />
      ))}
    </span>
  );
};

export const ShortPager = (props: Omit<PagerProps, 'onSize'>) => (
  <nav className="short-pager" aria-label="Pages">
    <output className="pager-rows number">
      <Rows facts={props.facts} />
    </output>
    <Steps {...props} isShort />
  </nav>
);

export const Pager = ({ onSize, ...pager }: PagerProps) => (
  <nav className="pager row hint rigid" aria-label="Pages">
    <output className="pager-rows number">
      <Rows facts={pager.facts} />
    </output>
    {/* oxlint-disable-next-line jsx-a11y/label-has-associated-control -- `SelectBox` renders the control */}
    <label className="gap-12 row">
      <span className="pager-word">Rows per page</span>
      <SelectBox
        className="number"
        value={pager.size}
        options={pageSizes.map((each) => [each, String(each)] as const)}
        onChange={onSize}
      />
    </label>
    <span className="pager-rule" aria-hidden="true" />
    <PageBox page={pager.page} lastPage={lastPageFor(pager)} onPage={pager.onPage} />
    <Steps {...pager} />
  </nav>
);
