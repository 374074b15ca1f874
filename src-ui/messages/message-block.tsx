import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import './message-block.css';

interface MessageBlockProps {
  readonly icon: LucideIcon;
  readonly title: string;
  readonly children: ReactNode;
  /** At most two buttons. */
  readonly actions?: ReactNode;
}

/** Stands where rows would: why there are none, and the one way on. */
export const MessageBlock = ({ icon: Icon, title, children, actions }: MessageBlockProps) => (
  <div className="message-block">
    <div className="message-tile">
      <Icon size={20} aria-hidden="true" />
    </div>
    <h2>{title}</h2>
    <p className="message-text">{children}</p>
    {actions ? <div className="message-actions">{actions}</div> : null}
  </div>
);
