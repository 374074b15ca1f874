import { useSyncExternalStore } from 'react';

const onPermission = (listener: () => void): (() => void) => {
  const gone = new AbortController();
  void navigator.permissions?.query({ name: 'notifications' }).then(
    (status) => status.addEventListener('change', listener, { signal: gone.signal }),
    // Where it cannot be asked, the page knows it when it is opened.
    () => undefined,
  );
  return () => gone.abort();
};
const isDenied = (): boolean => !('Notification' in window) || Notification.permission === 'denied';

/** @param canNotify whether the system shows notifications; null in a browser, which is asked here; undefined until known */
export const useNotificationsRefused = (canNotify: boolean | null | undefined): boolean => {
  const isDeniedHere = useSyncExternalStore(onPermission, isDenied);
  if (canNotify === undefined) return false;
  return canNotify === null ? isDeniedHere : !canNotify;
};
