import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { statusWords } from '#shared/migration-api/status-words.ts';
import { useConsole } from '../../api/console-context.tsx';
import { shortIdText } from '#ui/values/ids.ts';
import { showToast } from '#ui/messages/toast-store.ts';

/**
 * Says each change of a watched migration: by a notification of the browser where the person allowed it, else on the
 * page. Electron's own notification comes from its host. Mounted once.
 */
export const useWatchNotes = (): void => {
  const { listen } = useConsole();
  const navigate = useNavigate();
  useEffect(
    () =>
      listen((event) => {
        if (event.name !== 'watch:status-changed') return;
        const { id, from, to, company, profileName } = event.data;
        const name = company ?? shortIdText(id);
        const title = `${name}: ${statusWords(to)}`;
        const isAllowed = !window.ferryBridge && 'Notification' in window && Notification.permission === 'granted';
        if (!isAllowed) {
          showToast(`${title}. It was ${statusWords(from)}`, 'note');
          return;
        }
        // The same tag from every tab of the browser: it is shown once.
        const note = new Notification(title, {
          body: `It was ${statusWords(from)}. ${profileName}`,
          tag: `${id} ${to}`,
        });
        note.addEventListener('click', () => {
          window.focus();
          void navigate({ to: '/migrations', search: (before) => ({ ...before, open: id }) });
        });
      }),
    [listen, navigate],
  );
};
