import { type LucideIcon, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useMenuTrigger } from '../menu/menu-button.tsx';
import { tip } from '../tooltip/tip.ts';
import './filter-chip.css';

export interface ChoicePlace {
  readonly trigger: HTMLElement;
  readonly onClose: () => void;
}

export interface ChipFilter {
  /** True if the filter hides no rows and only arranges them. */
  readonly isOrder?: boolean;
  readonly icon: LucideIcon;
  readonly name: string;
  readonly shortName?: string;
  readonly choice: string | null;
  readonly opens: 'menu' | 'dialog';
  readonly onClear: () => void;
  readonly renderChoice: (place: ChoicePlace) => ReactNode;
}

interface FilterChipProps {
  readonly filter: ChipFilter;
  readonly onOpen?: (isOpen: boolean) => void;
}

export const FilterChip = ({ filter, onOpen }: FilterChipProps) => {
  const { icon: Icon, name, shortName = name, choice, opens, onClear, renderChoice } = filter;
  const { openAt, close, button } = useMenuTrigger(onOpen);
  return (
    <span className={choice === null ? 'chip' : 'chip active'}>
      <button
        className="chip-button row text-nowrap shrink number"
        aria-label={choice === null ? name : `${name} ${choice}`}
        {...tip(choice === null ? name : `${name} ${choice}`, { whenCut: true })}
        {...button}
        aria-haspopup={opens}
      >
        <Icon size={14} aria-hidden="true" />
        <span>{choice === null ? shortName : name}</span>
        {choice === null ? null : <bdi className="text-strong truncate">{choice}</bdi>}
      </button>
      {openAt ? renderChoice({ trigger: openAt, onClose: close }) : null}
      {choice === null ? null : (
        <button
          type="button"
          className="chip-clear"
          aria-label={`Clear ${name}`}
          {...tip(`Clear ${name}`)}
          onClick={(event) => {
            // Moves the focus, because clearing removes this button.
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
