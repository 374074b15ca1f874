import { Calendar } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { tip } from '#ui/tooltip/tip.ts';
import { createdLabel, createdText, type CreatedFilter } from './created-range.ts';
import { Chip, ChipWords } from './filter-chip.tsx';

const CreatedPopover = lazy(() =>
  import('./created-popover.tsx').then(({ CreatedPopover: Popover }) => ({ default: Popover })),
);

interface CreatedChipProps {
  readonly created: CreatedFilter | null;
  readonly onChoose: (created: string | null) => void;
}

/** A filter by the day of creation. */
export const CreatedChip = ({ created, onChoose }: CreatedChipProps) => {
  const [trigger, setTrigger] = useState<HTMLButtonElement | null>(null);
  const [open, setOpen] = useState(false);
  const choice = created && createdLabel(created);
  return (
    <Chip name="Created" active={choice !== null} onClear={() => onChoose(null)}>
      <button
        ref={setTrigger}
        type="button"
        className="chip-button number"
        aria-label={choice === null ? 'Created' : `Created ${choice}`}
        aria-haspopup="dialog"
        aria-expanded={open}
        {...tip('Created', { whenCut: true })}
        onClick={() => setOpen(!open)}
      >
        <ChipWords icon={Calendar} name="Created" choice={choice} />
      </button>
      {open && trigger ? (
        <Suspense>
          <CreatedPopover
            created={created}
            trigger={trigger}
            onChoose={(next) => onChoose(next && createdText(next))}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      ) : null}
    </Chip>
  );
};
