import type { ReactNode } from 'react';
import { ClockProvider } from '#ui/values/clock.tsx';
import { PageHead } from '#ui/page/page-head.tsx';
import './listing-page.css';

interface ListingFrameProps {
  readonly title: string;
  /** How many there are in all, where it is known. */
  readonly total: number | null;
  readonly busy: boolean;
  /** At the right end of the head. */
  readonly actions: ReactNode;
  /** A field beside the title. */
  readonly headField?: ReactNode;
  readonly bar: ReactNode;
  /** What screen readers are told, a sentence at a time. */
  readonly said: string;
  readonly banner?: ReactNode;
  readonly children: ReactNode;
  readonly foot: ReactNode;
  /** Beside the list. */
  readonly drawer?: ReactNode;
}

/** What stands around the rows of a listing: head, filters, what happened, foot, and the drawer. */
export const ListingFrame = (props: ListingFrameProps) => {
  const { title, total, busy, actions, headField, bar, said, banner, children, foot, drawer } = props;
  return (
    <ClockProvider>
      <div className="listing" data-drawer={drawer ? true : undefined}>
        <section className="listing-main" aria-label={title} aria-busy={busy || undefined}>
          <PageHead title={title} count={total} actions={actions}>
            {headField}
          </PageHead>
          {bar}
          <output className="visually-hidden">{said}</output>
          {banner}
          {children}
          {foot}
        </section>
        {drawer}
      </div>
    </ClockProvider>
  );
};
