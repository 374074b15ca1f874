import { lazy, Suspense, useEffect, type ComponentProps } from 'react';
import type { MigrationDrawer } from './migration-drawer.tsx';

const load = () => import('./migration-drawer.tsx');
const Loaded = lazy(() => load().then(({ MigrationDrawer: Drawer }) => ({ default: Drawer })));

export const useDrawerSoon = (pageIsRead: boolean): void => {
  useEffect(() => {
    if (!pageIsRead) return;
    const handle = requestIdleCallback(() => void load().catch(() => undefined), { timeout: 3000 });
    return () => cancelIdleCallback(handle);
  }, [pageIsRead]);
};

export const LazyDrawer = (props: ComponentProps<typeof MigrationDrawer>) => (
  <Suspense>
    <Loaded {...props} />
  </Suspense>
);
