import { type BrowserWindow, Notification } from 'electron';
import type { ConsoleEvent } from '#shared/console-contract/types.ts';
import { statusWords } from '#shared/migration-api/status-words.ts';
import type { Console } from '../../console/create-console.ts';
import type { Log } from '../../console/log/log.ts';
import { focusWindow } from './console-window.ts';

/** Shows a notification of the system at each change of a watched migration; a press on it opens the migration (W9). */
export const createWatchNotifier =
  (window: BrowserWindow, emit: Console['emit'], log: Pick<Log, 'warn'>) =>
  (event: ConsoleEvent): void => {
    if (event.name !== 'watch:status-changed') return;
    const { id, from, to, company, profileName } = event.data;
    try {
      if (!Notification.isSupported()) return;
      const note = new Notification({
        title: `${company ?? id.slice(0, 8)}: ${statusWords(to)}`,
        body: `It was ${statusWords(from)}. ${profileName}`,
      });
      note.on('click', () => {
        focusWindow(window);
        emit('console:migration-asked', { id });
      });
      note.show();
    } catch (error) {
      // A desktop without notifications: the page shows the change all the same.
      log.warn('a notification could not be shown', error);
    }
  };
