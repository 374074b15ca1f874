import type { MouseEvent } from 'react';
import { shortIdText } from '../values/ids.tsx';
import '../controls/tick.css';
import './select-column.css';

export const selectColumn = { id: 'col-select', head: '', widths: [44], cell: () => null } as const;

export const selectsHow = ({
  shiftKey,
  ctrlKey,
  metaKey,
  target,
}: Pick<MouseEvent, 'shiftKey' | 'ctrlKey' | 'metaKey' | 'target'>): 'one' | 'reach' | null => {
  if (shiftKey) return 'reach';
  const isCheckboxClick = target instanceof Element && target.closest(`.${selectColumn.id}`) !== null;
  return ctrlKey || metaKey || isCheckboxClick ? 'one' : null;
};

const doNothing = (): void => undefined;

export const RowTick = ({ id, isSelected }: { readonly id: string; readonly isSelected: boolean }) => (
  <input
    type="checkbox"
    className="tick"
    tabIndex={-1}
    aria-label={`Select ${shortIdText(id)}`}
    checked={isSelected}
    onChange={doNothing}
  />
);

export interface SelectAllState {
  readonly state: 'none' | 'some' | 'all';
  readonly onToggle: () => void;
}

export const SelectAllCheckbox = ({ state, onToggle }: SelectAllState) => (
  <label className="tick-target">
    <input
      type="checkbox"
      className="tick"
      aria-label="Select all rows"
      ref={(box) => {
        if (box) box.indeterminate = state === 'some';
      }}
      checked={state === 'all'}
      onChange={onToggle}
    />
  </label>
);
