import { useQueryClient } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react';
import { IconButton } from '../button.tsx';
import { ClockProvider } from '../clock.tsx';
import { Freshness } from '../freshness.tsx';
import { PageHead } from '../page-head.tsx';
import { useShortcuts } from '../use-shortcuts.ts';
import type { Columns, TableRow } from './table-types.ts';
import { ListingBanner } from './listing-banner.tsx';
import { ListingBody } from './listing-body.tsx';
import type { ListingTopic } from './listing-query.ts';
import type { ListingSearch } from './listing-search.ts';
import { Pager } from './pager.tsx';
import { pageAfterResize } from './pager-arithmetic.ts';
import { useKnownTotal } from './use-known-total.ts';
import type { ListingState } from './use-listing.ts';
import './listing-page.css';

export interface ListingPageProps<Row extends TableRow> {
  readonly topic: ListingTopic;
  readonly title: string;
  readonly columns: Columns<Row>;
  readonly state: ListingState<Row>;
  readonly search: ListingSearch;
  readonly onSearch: (search: ListingSearch) => void;
  /** What an organization without any row sees. */
  readonly empty: ReactNode;
  /** A field beside the title. */
  readonly headField?: ReactNode;
  /** Beside the list. */
  readonly drawer?: ReactNode;
  readonly openId?: string | null;
  readonly onOpen?: ((id: string, how: 'open' | 'move') => void) | undefined;
  readonly onClose?: (() => void) | undefined;
}

/** A page of the service's rows with everything around it: head, freshness, states, table, pager. */
export const ListingPage = <Row extends TableRow>(props: ListingPageProps<Row>) => {
  const { topic, title, state, search, onSearch, headField, drawer } = props;
  const { listing, error, reading, updatedAt, nextTryAt } = state;
  const client = useQueryClient();
  const total = useKnownTotal(topic);
  const stale = error !== null && listing !== undefined;

  const asked = useRef(false);
  const [said, setSaid] = useState('');
  const refresh = (): void => {
    asked.current = true;
    setSaid('');
    state.refresh();
    // And what is open beside the list.
    void client.invalidateQueries({ queryKey: [topic, 'one'] });
  };
  const sayRefreshed = useEffectEvent(() => {
    if (!asked.current) return;
    asked.current = false;
    setSaid(error ? `${title} could not be refreshed.` : `${title} refreshed.`);
  });
  useEffect(() => {
    if (!reading) sayRefreshed();
  }, [reading]);
  useShortcuts({ F5: refresh });

  return (
    <ClockProvider>
      <div className="listing" data-drawer={drawer ? true : undefined}>
        <section className="listing-main" aria-label={title} aria-busy={reading || undefined}>
          <PageHead
            title={title}
            count={total}
            actions={
              <>
                <Freshness updatedAt={updatedAt} loadingPage={reading ? search.page : null} stale={stale} />
                <IconButton label="Refresh" icon={RefreshCw} shortcut="F5" busy={reading} onPress={refresh} />
              </>
            }
          >
            {headField}
          </PageHead>
          <output className="visually-hidden">{said}</output>
          {stale ? <ListingBanner error={error} {...{ updatedAt, nextTryAt, reading }} onTry={refresh} /> : null}
          <ListingBody {...props} total={total} onRetry={refresh} />
          <Pager
            facts={listing ? { ...listing, rows: listing.rows.length } : null}
            total={total}
            page={search.page}
            size={search.size}
            onPage={(page) => onSearch({ ...search, page })}
            onSize={(size) => onSearch({ size, page: pageAfterResize(search.page, search.size, size) })}
          />
        </section>
        {drawer}
      </div>
    </ClockProvider>
  );
};
