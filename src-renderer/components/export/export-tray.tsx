import { lazyPart } from '#ui/state/lazy-part.tsx';
import { useExports } from '../../api/loaded.ts';

const ExportCards = lazyPart(() => import('./export-cards.tsx'), 'ExportCards');

export const ExportTray = () => {
  const exports = useExports();
  return exports.length === 0 ? null : <ExportCards exports={exports} />;
};
