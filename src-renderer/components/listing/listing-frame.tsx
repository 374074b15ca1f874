import type { ReactNode } from 'react';
import { PageHead } from '#ui/page/page-head.tsx';
import { ClockProvider } from '#ui/values/times.tsx';
import './listing-page.css';

interface ListingFrameProps {
  readonly title: string;
  readonly total: number | null;
  readonly busy: boolean;
  readonly actions: ReactNode;
  readonly headField?: ReactNode;
  readonly bar: ReactNode;
  readonly announcement: string;
  readonly selectionNotice: ReactNode;
  readonly banner?: ReactNode;
  readonly children: ReactNode;
  readonly foot: ReactNode;
  readonly drawer?: ReactNode;
}

export const ListingFrame = (props: ListingFrameProps) => {
  const { title, total, busy, actions, headField, bar, announcement, selectionNotice, banner, children, foot, drawer } =
    props;
  return (
    <ClockProvider>
      <div className={`listing fill list-of-${title.toLowerCase()}`} data-drawer={drawer ? true : undefined}>
        <section className="listing-main stack fill" aria-label={title} aria-busy={busy || undefined}>
          <PageHead title={title} count={total} actions={actions}>
            {headField}
          </PageHead>
          {bar}
          <output className="visually-hidden">{announcement}</output>
          {selectionNotice}
          {banner}
          {children}
          {foot}
        </section>
        {drawer}
      </div>
    </ClockProvider>
  );
};
