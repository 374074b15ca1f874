import { useEffect } from 'react';
import { lazyPart } from '#ui/state/lazy-part.tsx';

const load = () => import('./migration-drawer.tsx');
export const LazyDrawer = lazyPart(load, 'MigrationDrawer');

export const useDrawerSoon = (pageIsRead: boolean): void => {
  useEffect(() => {
    if (!pageIsRead) return;
    const handle = requestIdleCallback(() => void load().catch(() => undefined), { timeout: 3000 });
    return () => cancelIdleCallback(handle);
  }, [pageIsRead]);
};
