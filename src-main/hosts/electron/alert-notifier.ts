import { type BrowserWindow, Notification } from 'electron';
import { alertNote, maxNotesPerCall, quietWords, withoutMarkup } from '#shared/alert-words.ts';
import type { ConsoleEvent } from '#shared/console-contract/types.ts';
import { visibleText } from '#shared/visible-text.ts';
import type { Console } from '../../console/create-console.ts';
import type { Log } from '../../console/log/log.ts';
import { focusWindow } from './window/console-window.ts';

/** Maximum references to clickable notifications. Some desktops don't report that the user closed a notification. */
const maxStored = 100;

let isRefused = false;

export const canNotify = (): boolean => Notification.isSupported() && !isRefused;

/** More than `maxNotesPerCall` alerts share one notification, which opens the list (C50). */
export const createAlertNotifier = (window: BrowserWindow, emit: Console['emit'], log: Pick<Log, 'warn'>) => {
  /** Protects notifications from garbage collection, after which clicks have no effect. */
  const openNotifications = new Set<Notification>();
  let activeProfileId: string | null = null;
  const show = ({ title, body }: { readonly title: string; readonly body: string }, open: () => void) => {
    try {
      if (!Notification.isSupported()) return;
      const notification = new Notification({ title: visibleText(title), body: withoutMarkup(visibleText(body)) });
      notification.on('failed', (_event, reason) => {
        isRefused = true;
        log.warn('the system blocked a notification', reason);
      });
      notification.on('show', () => {
        isRefused = false;
      });
      notification.on('close', () => openNotifications.delete(notification));
      notification.on('click', () => {
        openNotifications.delete(notification);
        focusWindow(window);
        open();
      });
      openNotifications.add(notification);
      const [oldest] = openNotifications;
      if (openNotifications.size > maxStored && oldest) openNotifications.delete(oldest);
      notification.show();
    } catch (error) {
      log.warn("couldn't show a notification", error);
    }
  };
  return (event: ConsoleEvent): void => {
    if (event.name === 'console:state-changed') activeProfileId = event.data.profile.id;
    if (event.name !== 'alerts:changed') return;
    const { notify, quiet, profileId, profileName } = event.data;
    // The user may have switched profiles since the alert.
    const ifOnScreen = (open: () => void) => () => {
      if (activeProfileId === null || activeProfileId === profileId) open();
    };
    const showSummary = (title: string) =>
      show(
        { title, body: profileName },
        ifOnScreen(() => emit('console:menu-asked', { item: 'alerts' })),
      );
    if (quiet > 0) showSummary(quietWords(quiet));
    if (notify.length > maxNotesPerCall) return showSummary(`${notify.length} alerts`);
    for (const alert of notify) {
      const { migrationId: id, company } = alert;
      const { title, before } = alertNote(alert, company ?? id.slice(0, 8));
      const body = before === '' ? profileName : `${before}. ${profileName}`;
      show(
        { title, body },
        ifOnScreen(() => emit('console:migration-asked', { id })),
      );
    }
  };
};
