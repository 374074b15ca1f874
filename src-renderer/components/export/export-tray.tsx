import { lazy, Suspense } from 'react';
import { useExports } from '../../api/loaded.ts';

const ExportCards = lazy(() => import('./export-cards.tsx').then(({ ExportCards: Cards }) => ({ default: Cards })));

/** The place of exports that run or have ended; mounted once. Its parts are loaded with the first export. */
export const ExportTray = () => {
  const exports = useExports();
  return exports.length === 0 ? null : (
    <Suspense>
      <ExportCards exports={exports} />
    </Suspense>
  );
};
