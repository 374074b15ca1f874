import type { LoadedResource } from '#shared/console-contract/loaded-query.ts';
import { Button } from '#ui/controls/button.tsx';
import { countText } from '#ui/values/number-text.ts';
import { useLoadAll } from './use-load-all.tsx';

interface LoadAllButtonProps {
  readonly resource: LoadedResource;
  /** As the service says it; null where it does not. */
  readonly total: number | null;
  /** `link` beside other words, `primary` in a message. */
  readonly look: 'link' | 'primary';
  /** The rows are loaded, or on their way. */
  readonly onShow: () => void;
}

/** @param total as the service says it; null where it does not */
export const loadAllLabel = (total: number | null): string =>
  total === null ? 'Load all' : `Load all ${countText(total)}`;

/** "Load all 1,284": the way from a page to all rows. */
export const LoadAllButton = ({ resource, total, look, onShow }: LoadAllButtonProps) => {
  const { press, busy, dialog } = useLoadAll(resource, onShow);
  const label = loadAllLabel(total);
  return (
    <>
      {look === 'primary' ? (
        <Button variant="primary" busy={busy} onPress={press}>
          {label}
        </Button>
      ) : (
        <button type="button" className="link-button number" onClick={press}>
          {label}
        </button>
      )}
      {dialog}
    </>
  );
};
