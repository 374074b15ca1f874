import { tip } from '#ui/tooltip/tip.ts';
import { countText } from '#ui/values/number-text.ts';
import { useProgress } from '../../api/copy-progress.ts';

export const RowProgress = ({ id }: { readonly id: string }) => {
  const progress = useProgress(id);
  if (progress === null || progress.total === 0) return null;
  const { done, total, isCounted } = progress;
  const items = `${countText(done)} of ${isCounted ? '' : 'at least '}${countText(total)} items`;
  return (
    <span className="hint rigid number" {...tip(items)}>
      {isCounted ? `${Math.floor((done / total) * 100)} %` : countText(done)}
    </span>
  );
};
