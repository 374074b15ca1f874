import { ListFilter } from 'lucide-react';
import { useRef } from 'react';
import { Kbd, useShortcuts } from '#ui/keys/shortcuts.tsx';
import { Segments, type Segment } from '#ui/controls/segments.tsx';
import { SelectBox } from '#ui/controls/form.tsx';
import type { RequestFilter, RequestsSearch } from './requests-search.ts';

interface RequestFilterBarProps {
  readonly search: RequestsSearch;
  readonly failed: number;
  readonly names: ReadonlyMap<string, string>;
  readonly onSearch: (search: Partial<RequestsSearch>) => void;
}

const missingOption = (id: string | null, names: ReadonlyMap<string, string>): readonly (readonly [string, string])[] =>
  id === null || names.has(id) ? [] : [[id, 'No stored requests']];

export const RequestFilterBar = ({ search, failed, names, onSearch }: RequestFilterBarProps) => {
  const field = useRef<HTMLInputElement>(null);
  useShortcuts({ '/': () => field.current?.focus() });
  const filters: readonly Segment<RequestFilter>[] = [
    { value: 'all', label: 'All' },
    { value: 'failed', label: 'Failed', count: failed === 0 ? undefined : String(failed) },
    { value: 'post', label: 'POST' },
    { value: 'get', label: 'GET' },
  ];
  return (
    <div className="request-filters row rigid">
      <div className="request-find">
        <ListFilter size={14} aria-hidden="true" />
        <input
          ref={field}
          type="search"
          className="field"
          aria-label="Filter by path, status or method"
          aria-keyshortcuts="/"
          placeholder="Filter by path or status"
          value={search.text}
          maxLength={200}
          onChange={(event) => onSearch({ text: event.target.value })}
          onKeyDown={(event) => {
            if (event.key !== 'Escape' || search.text === '') return;
            event.stopPropagation();
            onSearch({ text: '' });
          }}
        />
        {search.text === '' ? <Kbd>/</Kbd> : null}
      </div>
      <Segments
        label="Filter requests"
        segments={filters}
        value={search.filter}
        onChange={(filter) => onSearch({ filter })}
      />
      {names.size > 1 || search.profile !== null ? (
        <SelectBox
          boxClass="request-profile"
          aria-label="Profile of the requests"
          value={search.profile ?? ''}
          options={[['', 'All profiles'], ...names, ...missingOption(search.profile, names)]}
          onChange={(id) => onSearch({ profile: id === '' ? null : id })}
        />
      ) : null}
    </div>
  );
};
