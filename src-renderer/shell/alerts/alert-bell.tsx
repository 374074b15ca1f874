import { Link } from '@tanstack/react-router';
import { Bell } from 'lucide-react';
import { countText } from '#ui/values/number-text.ts';
import { tip } from '#ui/tooltip/tip.ts';
import { useUnreadAlerts } from '../../api/alerts.ts';
import './alert-bell.css';
import { useAlertNotes } from './use-alert-notes.ts';

export const AlertBell = () => {
  useAlertNotes();
  const unreadCount = useUnreadAlerts() ?? 0;
  const name = unreadCount === 0 ? 'Alerts' : `Alerts, ${countText(unreadCount)} unread`;
  return (
    <Link
      to="/alerts"
      className="sidebar-tool alert-bell"
      aria-label={name}
      aria-keyshortcuts="g a"
      {...tip(name, { side: 'right', shortcut: 'G A' })}
    >
      <Bell size={14} aria-hidden="true" />
      {unreadCount === 0 ? null : (
        <span className="alert-badge forced-border number" aria-hidden="true">
          {unreadCount > 99 ? '99+' : unreadCount}
        </span>
      )}
    </Link>
  );
};
