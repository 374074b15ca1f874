import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import './banner.css';

interface BannerProps {
  readonly tone: 'info' | 'warning' | 'danger';
  readonly icon: LucideIcon;
  /** First sentence, bold. */
  readonly title: string;
  readonly children: ReactNode;
  /** At most one action and a way to close. */
  readonly action?: ReactNode;
}

/** A sentence above the content that pushes it down; announced without taking the focus. */
export const Banner = ({ tone, icon: Icon, title, children, action }: BannerProps) => (
  <div className={`banner ${tone}`} role={tone === 'info' ? 'note' : 'status'}>
    <Icon size={16} aria-hidden="true" />
    <p className="banner-text">
      <strong>{title}</strong> {children}
    </p>
    {action}
  </div>
);
