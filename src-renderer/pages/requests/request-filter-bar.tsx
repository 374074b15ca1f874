import { ListFilter } from 'lucide-react';
import { useRef } from 'react';
import { Kbd } from '#ui/keys/kbd.tsx';
import { Segments, type Segment } from '#ui/controls/segments.tsx';
import { useShortcuts } from '#ui/keys/use-shortcuts.ts';
import '#ui/controls/field.css';
import type { RequestFilter, RequestsSearch } from './requests-search.ts';

interface RequestFilterBarProps {
  readonly search: RequestsSearch;
  readonly failed: number;
  readonly onSearch: (search: Partial<RequestsSearch>) => void;
}

/** What of the log is shown: by outcome or method, and by words of path, status, method or host. */
export const RequestFilterBar = ({ search, failed, onSearch }: RequestFilterBarProps) => {
  const field = useRef<HTMLInputElement>(null);
  useShortcuts({ '/': () => field.current?.focus() });
  const filters: readonly Segment<RequestFilter>[] = [
    { value: 'all', label: 'All' },
    { value: 'failed', label: 'Failed', count: failed === 0 ? undefined : String(failed) },
    { value: 'post', label: 'POST' },
    { value: 'get', label: 'GET' },
  ];
  return (
    <div className="request-filters">
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
        label="Which requests"
        segments={filters}
        value={search.filter}
        onChange={(filter) => onSearch({ filter })}
      />
    </div>
  );
};
