import { type BrowserWindow, Notification } from 'electron';
import type { ConsoleEvent } from '#shared/console-contract/types.ts';
import { visibleText } from '#shared/visible-text.ts';
import { statusWords } from '#shared/migration-api/status-words.ts';
import type { Console } from '../../console/create-console.ts';
import type { Log } from '../../console/log/log.ts';
import { focusWindow } from './window/console-window.ts';

/** Shows a notification of the system at each change of a watched migration; a press on it opens the migration (W9). */
export const createWatchNotifier = (window: BrowserWindow, emit: Console['emit'], log: Pick<Log, 'warn'>) => {
  /** Those that can be pressed: one that nothing holds is collected, and a press on it does nothing. */
  const shown = new Set<Notification>();
  return (event: ConsoleEvent): void => {
    if (event.name !== 'watch:status-changed') return;
    const { id, from, to, company, profileName } = event.data;
    try {
      if (!Notification.isSupported()) return;
      const note = new Notification({
        title: visibleText(`${company ?? id.slice(0, 8)}: ${statusWords(to)}`),
        body: visibleText(`It was ${statusWords(from)}. ${profileName}`),
      });
      note.on('close', () => shown.delete(note));
      note.on('click', () => {
        shown.delete(note);
        focusWindow(window);
        emit('console:migration-asked', { id });
      });
      shown.add(note);
      note.show();
    } catch (error) {
      // A desktop without notifications: the page shows the change all the same.
      log.warn('a notification could not be shown', error);
    }
  };
};
