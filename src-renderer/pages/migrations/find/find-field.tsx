import { CircleX, LoaderCircle, Search } from 'lucide-react';
import { useId, useRef } from 'react';
import { findEverywhere } from '../../../components/everywhere-store.ts';
import { isUuid, normalizeId } from '#ui/values/ids.ts';
import { Kbd } from '#ui/keys/kbd.tsx';
import { useShortcuts } from '#ui/keys/use-shortcuts.ts';
import { checkFindText } from '../../../components/migration/check-find-text.ts';
import { useFind } from './use-find.ts';
import type { ListView } from '../../../components/listing/list-view.ts';
import './find-field.css';

const looksLikeId = (typed: string): boolean => ['id', 'typing', 'wrong'].includes(checkFindText(typed).kind);

/**
 * Finds one migration by its id, which is checked while it is typed, or by company or user among what is loaded. The
 * interface keeps its older name.
 */
export const FindField = ({ view }: { readonly view: ListView<'migrations'> }) => {
  const input = useRef<HTMLInputElement>(null);
  const helpId = useId();
  const { typed, change, find, looking, help, isError } = useFind(view);
  useShortcuts({
    '/': () => {
      input.current?.focus();
      input.current?.select();
    },
  });
  const enter = async (): Promise<void> => {
    // The next key is for what is found; where nothing is, the field takes the focus back.
    input.current?.blur();
    if (!(await find()) && document.activeElement === document.body) input.current?.focus();
  };
  return (
    // The search element is unknown to the oldest Chromium that this runs on.
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
    <div className="find" role="search">
      <Search size={14} className="find-icon" aria-hidden="true" />
      <input
        ref={input}
        className={looksLikeId(typed) ? 'field find-input mono' : 'field find-input'}
        type="text"
        spellCheck={false}
        autoComplete="off"
        maxLength={200}
        placeholder="Find by migration id, company, user"
        aria-label="Find by migration id"
        aria-keyshortcuts="/"
        aria-invalid={isError || undefined}
        aria-describedby={helpId}
        value={typed}
        onChange={(event) => change(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') void enter();
          // With text in it, Esc is for this field; without, for what is open beside it.
          if (event.key !== 'Escape' || typed === '') return;
          event.preventDefault();
          change('');
        }}
      />
      {looking ? <LoaderCircle size={14} className="find-end turning" aria-hidden="true" /> : null}
      {isError ? <CircleX size={14} className="find-end find-wrong" aria-hidden="true" /> : null}
      {typed === '' ? (
        <span className="find-end">
          <Kbd>/</Kbd>
        </span>
      ) : null}
      <output id={helpId} className={isError ? 'find-help wrong' : 'find-help'} hidden={help === null}>
        {help}
        {isError && isUuid(normalizeId(typed)) ? (
          <button type="button" className="link-button" onClick={() => findEverywhere(normalizeId(typed))}>
            Find in all profiles
          </button>
        ) : null}
      </output>
    </div>
  );
};
