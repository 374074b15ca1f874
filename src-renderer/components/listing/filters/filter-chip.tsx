import { X } from 'lucide-react';
import { tip } from '#ui/tooltip/tip.ts';
import { useMenuTrigger } from '#ui/menu/menu-button.tsx';
import type { BarFilter } from './bar-filter.tsx';
import './filter-chip.css';

interface FilterChipProps {
  readonly filter: BarFilter;
  /** Whether its choice is open. */
  readonly onOpen: (isOpen: boolean) => void;
}

/** A choice of the bar: outlined, or tinted with what is chosen and a way to take it back. */
export const FilterChip = ({ filter, onOpen }: FilterChipProps) => {
  const { icon: Icon, name, shortName = name, choice, opens, onClear, renderChoice } = filter;
  const { openAt, close, button } = useMenuTrigger(onOpen);
  return (
    <span className={choice === null ? 'chip' : 'chip active'}>
      <button
        className="chip-button number"
        aria-label={choice === null ? name : `${name} ${choice}`}
        {...tip(choice === null ? name : `${name} ${choice}`, { whenCut: true })}
        {...button}
        aria-haspopup={opens}
      >
        <Icon size={14} aria-hidden="true" />
        <span>{choice === null ? shortName : name}</span>
        {choice === null ? null : <bdi className="chip-choice truncate">{choice}</bdi>}
      </button>
      {openAt ? renderChoice({ trigger: openAt, onClose: close }) : null}
      {choice === null ? null : (
        <button
          type="button"
          className="chip-clear"
          aria-label={`Clear ${name}`}
          {...tip(`Clear ${name}`)}
          onClick={(event) => {
            // The button goes away with the choice.
            event.currentTarget.parentElement?.querySelector('button')?.focus();
            onClear();
          }}
        >
          <X size={14} aria-hidden="true" />
        </button>
      )}
    </span>
  );
};
