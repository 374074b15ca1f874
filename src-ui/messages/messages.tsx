import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import './banner.css';

interface BannerProps {
  readonly tone: 'info' | 'warning' | 'danger';
  readonly icon: LucideIcon;
  readonly title: string;
  readonly children: ReactNode;
  readonly details?: ReactNode;
  readonly action?: ReactNode;
}

/** A message above the content, which moves down. Screen readers announce the message; the focus doesn't move. */
export const Banner = ({ tone, icon: Icon, title, children, details, action }: BannerProps) => (
  <div className={`banner ${tone}`} role={tone === 'info' ? 'note' : 'status'}>
    <Icon size={16} aria-hidden="true" />
    <div className="banner-text grow">
      <p>
        <strong>{title}</strong> {children}
      </p>
      {details}
    </div>
    {action}
  </div>
);

interface MessageBlockProps {
  readonly icon: LucideIcon;
  readonly title: string;
  readonly children: ReactNode;
  readonly actions?: ReactNode;
}

export const MessageBlock = ({ icon: Icon, title, children, actions }: MessageBlockProps) => (
  <div className="message-block row">
    <div className="message-tile">
      <Icon size={20} aria-hidden="true" />
    </div>
    <h2>{title}</h2>
    <p className="message-text">{children}</p>
    {actions ? <div className="message-actions">{actions}</div> : null}
  </div>
);
