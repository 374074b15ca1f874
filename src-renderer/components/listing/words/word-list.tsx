import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useEffectEvent, useId, useState } from 'react';
import type { Resource } from '#shared/migration-api/fields.ts';
import '#ui/menu/menu.css';
import { type ConsoleApi, useConsole } from '../../../api/console-api.ts';
import type { ListView } from '../list-view.ts';
import { completeWord, removeWord, resolveWords, type Suggestion, suggestWords } from './filter-words.ts';

/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/click-events-have-key-events,
   jsx-a11y/interactive-supports-focus -- The field above the list keeps the focus and handles the keys. */

export interface WordField<Name extends Resource> {
  readonly input: RefObject<HTMLInputElement | null>;
  readonly resource: Name;
  readonly view: ListView<Name>;
  readonly onText: (text: string) => void;
}

/**
 * Moves typed filter words from the field to the filters of the list.
 * @param isAll also applies a last word without a space after it
 * @returns the first word that isn't a filter, as a message, or whether a filter changed
 */
export async function applyWords<Name extends Resource>(
  api: ConsoleApi,
  { input, resource, view, onText }: WordField<Name>,
  isAll: boolean,
): Promise<string | boolean> {
  const field = input.current;
  if (!field) return false;
  const { patch, applied, problem } = await resolveWords({ api, resource, filters: view.filters }, field.value, isAll);
  if (applied.length > 0) {
    view.change(patch as never);
    // The user may have continued typing.
    onText(applied.reduce(removeWord, field.value));
  }
  return problem ?? applied.length > 0;
}

interface WordListProps<Name extends Resource> extends WordField<Name> {
  readonly text: string;
  /** Whether a message is shown in place of the list. */
  readonly isCovered: boolean;
  readonly onProblem: (problem: string | null) => void;
}

/** The list for one input. */
interface ListState {
  readonly text: string;
  /** Null until the user opens or closes the list. */
  readonly isOpened: boolean | null;
  readonly index: number | null;
}

/** Applies filter words as soon as a space follows them, and lists completions of the last word. */
export const WordList = <Name extends Resource>({ text, isCovered, onProblem, ...field }: WordListProps<Name>) => {
  const { api } = useConsole();
  const { input, resource, view, onText } = field;
  const listId = useId();
  const [state, setState] = useState<ListState>({ text, isOpened: null, index: null });
  if (state.text !== text) setState({ text, isOpened: null, index: null });
  const { index } = state;
  const isOpened = state.isOpened === true;
  const target = { api, resource, filters: view.filters };
  const { data = [] } = useQuery({
    queryKey: ['loaded', resource, 'words', text, isOpened, view.filters],
    queryFn: () => suggestWords(target, text, isOpened),
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
  const suggestions = state.isOpened === false || isCovered ? [] : data;
  const isOpen = suggestions.length > 0;
  const optionId = (at: number): string => `${listId}-${at}`;
  const activeId = index === null || !isOpen ? null : optionId(index);

  const apply = useEffectEvent(async (typed: string) => {
    const result = typed.includes(':') && (await applyWords(api, field, false).catch(() => false));
    if (typeof result === 'string' && input.current?.value === typed) onProblem(result);
  });
  useEffect(() => void apply(text), [text]);

  const choose = (suggestion: Suggestion): void => {
    if (suggestion.patch) view.change(suggestion.patch as never);
    onText(completeWord(text, suggestion));
    onProblem(null);
  };
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { key, isComposing, shiftKey, altKey, ctrlKey, metaKey } = event;
    const step = { ArrowDown: 1, ArrowUp: -1 }[key];
    const chosen = index === null ? undefined : suggestions[index];
    if (isComposing || shiftKey || altKey || ctrlKey || metaKey) return;
    if (step !== undefined && isOpen) {
      const start = index ?? (step === 1 ? -1 : 0);
      setState({ ...state, index: (start + step + suggestions.length) % suggestions.length });
    } else if (key === 'ArrowDown' && !isOpened && !isCovered) setState({ ...state, isOpened: true });
    else if (key === 'Enter' && isOpen && chosen) choose(chosen);
    else if (key === 'Escape' && isOpen) setState({ text, isOpened: false, index: null });
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  useEffect(() => {
    const element = input.current;
    element?.addEventListener('keydown', onKey);
    return () => element?.removeEventListener('keydown', onKey);
  }, [input]);
  // Set here, because the field loads before this list.
  useEffect(() => {
    const attributes = {
      'aria-autocomplete': 'list',
      'aria-haspopup': 'listbox',
      'aria-controls': isOpen ? listId : null,
      'aria-activedescendant': activeId,
    };
    for (const [name, value] of Object.entries(attributes)) {
      if (value === null) input.current?.removeAttribute(name);
      else input.current?.setAttribute(name, value);
    }
  }, [input, listId, isOpen, activeId]);
  return (
    <>
      {isOpen ? (
        <div id={listId} className="find-help" role="listbox" aria-label="Filters">
          {suggestions.map((suggestion, at) => (
            <div
              key={suggestion.id}
              id={optionId(at)}
              role="option"
              aria-selected={at === index}
              className="menu-item"
              data-focused={at === index || undefined}
              onPointerMove={() => setState({ ...state, index: at })}
              // Keeps the focus in the field.
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => choose(suggestion)}
            >
              <bdi className="truncate">{suggestion.label}</bdi>
              <span className="menu-note hint number truncate">{suggestion.note}</span>
            </div>
          ))}
        </div>
      ) : null}
      <output className="visually-hidden">
        {isOpen
          ? `${suggestions.length} ${suggestions.length === 1 ? 'suggestion' : 'suggestions'}. Press the down arrow key to choose one.`
          : ''}
      </output>
    </>
  );
};
