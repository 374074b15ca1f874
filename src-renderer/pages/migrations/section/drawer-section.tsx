import type { ReactNode } from 'react';

interface DrawerSectionProps {
  readonly title: string;
  /** Accessible name and heading, if they differ. */
  readonly heading?: ReactNode;
  readonly beside: ReactNode;
  readonly busy?: boolean;
  readonly children: ReactNode;
}

export const DrawerSection = ({ title, heading = title, beside, busy, children }: DrawerSectionProps) => (
  <section className="drawer-section" aria-label={title} aria-busy={busy}>
    <div className="drawer-section-head row hint gap-10">
      <h3>{heading}</h3>
      {beside}
    </div>
    {children}
  </section>
);
