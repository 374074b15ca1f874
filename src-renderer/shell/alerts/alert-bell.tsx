import { Link, useNavigate } from '@tanstack/react-router';
import { Bell } from 'lucide-react';
import { countText } from '#ui/values/number-text.ts';
import { tip } from '#ui/tooltip/tip.ts';
import { useUnreadAlerts } from '../../api/alerts.ts';
import { useOnEvent } from '../../api/console-api.ts';
import './alert-bell.css';
import { alertNote, maxNotesPerCall, quietWords } from '#shared/alert-words.ts';
import { shortIdText } from '#ui/values/ids.tsx';
import { showToast } from '#ui/messages/toast.tsx';

/** Shows alerts with notifications on: as browser notifications if allowed, else on the page. Not in Electron. */
const useAlertNotes = (): void => {
  const navigate = useNavigate();
  useOnEvent('alerts:changed', ({ notify, quiet, profileName }) => {
    const isAllowed = !window.ferryBridge && 'Notification' in window && Notification.permission === 'granted';
    const showNotification = (title: string, body: string, tag: string, open: () => void): void => {
      if (!isAllowed) return showToast(body === '' ? title : `${title}. ${body}`, 'note');
      // Every tab uses the same tag, so that the browser shows the notification once.
      const note = new Notification(title, { body: `${body}${body === '' ? '' : '. '}${profileName}`, tag });
      note.addEventListener('click', () => {
        window.focus();
        open();
      });
    };
    const openList = () => void navigate({ to: '/alerts' });
    // A toast replaces the previous toast, so show at most one.
    const max = isAllowed ? maxNotesPerCall : quiet > 0 ? 0 : 1;
    if (notify.length > max) showNotification(`${notify.length} alerts`, '', `alerts ${notify.at(-1)?.id}`, openList);
    if (quiet > 0) showNotification(quietWords(quiet), '', `quiet ${profileName} ${quiet}`, openList);
    if (notify.length > max) return;
    for (const alert of notify) {
      const { id, migrationId, company } = alert;
      const { title, before } = alertNote(alert, company ?? shortIdText(migrationId));
      const open = () => void navigate({ to: '/migrations', search: (search) => ({ ...search, open: migrationId }) });
      showNotification(title, before, `alert ${id}`, open);
    }
  });
};

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
