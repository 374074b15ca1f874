import { lazy, Suspense } from 'react';
import { useExports } from '../../api/loaded.ts';

const ExportCards = lazy(() => import('./export-cards.tsx').then(({ ExportCards: Cards }) => ({ default: Cards })));

export const ExportTray = () => {
  const exports = useExports();
  return exports.length === 0 ? null : (
    <Suspense>
      <ExportCards exports={exports} />
    </Suspense>
  );
};
