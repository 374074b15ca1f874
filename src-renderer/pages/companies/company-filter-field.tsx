import { Search } from 'lucide-react';
import { useRef, useState } from 'react';
import { Kbd } from '#ui/keys/kbd.tsx';
import { useShortcuts } from '#ui/keys/use-shortcuts.ts';
import type { Scope } from '../../components/listing/list-definition.ts';
import type { ListView } from '../../components/listing/list-view.ts';
import '#ui/controls/field.css';
import './company-filter-field.css';

interface CompanyFilterFieldProps {
  readonly view: ListView<'companies'>;
  /** How far it looks. */
  readonly scope: Scope;
}

/** Narrows the rows while one types. */
export const CompanyFilterField = ({ view, scope }: CompanyFilterFieldProps) => {
  const { text } = view.filters;
  const label = scope === 'this page' ? 'Filter this page by name or id' : 'Search all loaded by name or id';
  const input = useRef<HTMLInputElement>(null);
  // The route follows a moment later; the field must not wait for it.
  const [typed, setTyped] = useState(text);
  const [routed, setRouted] = useState(text);
  const [typing, setTyping] = useState(false);
  if (routed !== text) {
    setRouted(text);
    if (!typing) setTyped(text);
  }
  useShortcuts({ '/': () => input.current?.focus() });
  const change = (next: string): void => {
    setTyped(next);
    // Typing is one step of the history, not one for each letter.
    view.change({ text: next }, 'replace');
  };
  return (
    // The search element is unknown to the oldest Chromium that this runs on.
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
    <div className="company-filter" role="search">
      <Search size={14} className="company-filter-icon" aria-hidden="true" />
      <input
        ref={input}
        className="field"
        type="text"
        spellCheck={false}
        autoComplete="off"
        maxLength={200}
        placeholder={label}
        aria-label={label}
        aria-keyshortcuts="/"
        value={typed}
        onFocus={() => setTyping(true)}
        onBlur={() => setTyping(false)}
        onChange={(event) => change(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || typed === '') return;
          event.preventDefault();
          change('');
        }}
      />
      {typed === '' ? (
        <span className="company-filter-end">
          <Kbd>/</Kbd>
        </span>
      ) : null}
    </div>
  );
};
