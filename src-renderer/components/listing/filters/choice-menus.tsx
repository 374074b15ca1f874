import { Download } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { type AttentionFilter, attentionFilters } from '#shared/attention.ts';
import { attentionNames } from '#shared/attention-names.ts';
import { foldText } from '#shared/search-text/fold-text.ts';
import type { ChoicePlace } from '#ui/filters/filter-chip.tsx';
import { type MenuLine, PopMenu } from '#ui/menu/pop-menu.tsx';
import { countText } from '#ui/values/number-text.ts';
import { useAttentionCounts } from '../../../api/loaded.ts';
import type { FilterValue } from './field-filters.ts';

interface ValueMenuProps {
  readonly name: string;
  readonly values: () => readonly FilterValue[];
  readonly chosen: readonly string[];
  readonly onChoose: (values: readonly string[]) => void;
  readonly onSearch: (text: string) => void;
  /** Loads the rows whose values the menu lists. Null if the rows are loaded. */
  readonly load: { readonly label: string; readonly isQuiet: boolean; readonly press: () => void } | null;
  readonly styleOf: ((value: string) => Pick<MenuLine, 'icon' | 'tone'>) | undefined;
  readonly place: ChoicePlace;
}

const maxLines = 50;

export const ValueMenu = (props: ValueMenuProps) => {
  const { name, values, chosen, onChoose, onSearch, load, styleOf, place } = props;
  const [text, setText] = useState('');
  const listed = values();
  const words = foldText(text).split(/\s+/).filter(Boolean);
  const matchingOptions = listed.filter(({ label }) => words.every((word) => foldText(label).includes(word)));
  const shownOptions = matchingOptions.slice(0, maxLines);
  const loadQuietly = useEffectEvent(() => (load?.isQuiet ? load.press() : undefined));
  useEffect(() => loadQuietly(), []);
  const head = () => {
    if (load && !load.isQuiet) return `${name}: load rows to see values`;
    if (matchingOptions.length === 0) return text === '' ? `${name}: loading` : `${name}: no matches`;
    return matchingOptions.length > shownOptions.length
      ? `${name}: first ${maxLines} values`
      : `${name} in loaded rows`;
  };
  const search = (typed: string): void => {
    setText(typed);
    onSearch(typed);
  };
  const close = (): void => {
    onSearch('');
    place.onClose();
  };
  return (
    <PopMenu
      name={name}
      search={{ name: `Search ${name.toLowerCase()}`, text, onSearch: search }}
      parts={[
        load &&
          !load.isQuiet && {
            kind: 'actions',
            ariaName: 'Load',
            lines: [{ label: load.label, icon: Download, run: load.press }],
          },
        {
          kind: 'many',
          head: head(),
          ariaName: name,
          lines: shownOptions.map(({ id: value, label, rows }) => ({
            id: value,
            label,
            note: countText(rows),
            ...styleOf?.(value),
          })),
          chosen,
          // Selected values that the menu doesn't list stay selected.
          onChoose: (ids) =>
            onChoose([...chosen.filter((each) => !shownOptions.some(({ id }) => id === each)), ...ids]),
        },
      ]}
      {...place}
      onClose={close}
    />
  );
};

interface AttentionMenuProps {
  readonly chosen: readonly AttentionFilter[];
  readonly onChoose: (wanted: readonly AttentionFilter[]) => void;
  readonly place: ChoicePlace;
}

export const AttentionMenu = ({ chosen, onChoose, place }: AttentionMenuProps) => {
  const counts = useAttentionCounts();
  const noteOf = (id: AttentionFilter) => (counts ? { note: countText(counts[id]) } : {});
  return (
    <PopMenu
      name="Needs attention"
      parts={[
        {
          kind: 'many',
          head: 'Needs attention in loaded rows',
          ariaName: 'Needs attention',
          lines: attentionFilters.map((id) => ({ id, label: attentionNames[id], ...noteOf(id) })),
          chosen,
          onChoose: (ids) => onChoose(attentionFilters.filter((attentionFilter) => ids.includes(attentionFilter))),
        },
      ]}
      {...place}
    />
  );
};
