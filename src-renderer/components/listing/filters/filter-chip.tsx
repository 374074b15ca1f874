import { X, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { countText } from '#ui/values/number-text.ts';
import { tip } from '#ui/tooltip/tip.ts';
import { MenuButton } from '#ui/menu/menu-button.tsx';
import type { MenuLine, MenuPart } from '#ui/menu/menu-parts.ts';
import { chosenText, type FilterValue } from './filter-values.ts';
import './filter-chip.css';

interface ChipProps {
  readonly name: string;
  readonly active: boolean;
  readonly onClear: () => void;
  /** The button that opens the choice. */
  readonly children: ReactNode;
}

/** A filter on one field: outlined, or tinted with its choice and a way to take it back. */
export const Chip = ({ name, active, onClear, children }: ChipProps) => (
  <span className={active ? 'chip active' : 'chip'}>
    {children}
    {active ? (
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
    ) : null}
  </span>
);

interface ChipWordsProps {
  readonly icon: LucideIcon;
  readonly name: string;
  readonly choice: string | null;
}

/** What stands on a chip. */
export const ChipWords = ({ icon: Icon, name, choice }: ChipWordsProps) => (
  <>
    <Icon size={14} aria-hidden="true" />
    <span>{name}</span>
    {choice === null ? null : <bdi className="chip-choice truncate">{choice}</bdi>}
  </>
);

interface ValueChipProps {
  readonly icon: LucideIcon;
  readonly name: string;
  readonly values: () => readonly FilterValue[];
  readonly chosen: readonly string[];
  readonly onChoose: (values: readonly string[]) => void;
  /** Whose values these are. */
  readonly of?: 'this page' | 'all loaded';
  /** How a value looks in its line. */
  readonly lookOf?: (value: string) => Pick<MenuLine, 'icon' | 'tone'>;
}

/** A filter by the values that the rows have, several at once. */
export const ValueChip = ({ icon, name, values, chosen, onChoose, of = 'this page', lookOf }: ValueChipProps) => {
  const choice = chosen.length === 0 ? null : chosenText(chosen, values());
  const parts = (): readonly MenuPart[] => {
    const listed = values();
    return [
      {
        kind: 'many',
        head:
          listed.length === 0
            ? `${name}: nothing ${of === 'this page' ? 'on this page' : 'loaded'}`
            : `${name}, rows of ${of}`,
        ariaName: name,
        lines: listed.map(({ id, label, rows }) => ({ id, label, note: countText(rows), ...lookOf?.(id) })),
        chosen,
        onChoose,
      },
    ];
  };
  return (
    <Chip name={name} active={choice !== null} onClear={() => onChoose([])}>
      <MenuButton
        className="chip-button number"
        name={choice === null ? name : `${name} ${choice}`}
        tooltip="when cut"
        parts={parts}
      >
        <ChipWords icon={icon} name={name} choice={choice} />
      </MenuButton>
    </Chip>
  );
};
