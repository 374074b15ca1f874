import { CircleX, LoaderCircle, Search } from 'lucide-react';
import { type ReactNode, useId, useRef, useState } from 'react';
import type { Resource } from '#shared/migration-api/fields.ts';
import { readSearchText } from '#shared/search-text/read-search-text.ts';
import { Kbd, useShortcuts } from '#ui/keys/shortcuts.tsx';
import '#ui/controls/field.css';
import { useConsole } from '../../../api/console-api.ts';
import type { ListView } from '../list-view.ts';
import type { WordList as WordListOf } from '../words/word-list.tsx';
import { lineOfPaste } from './line-of-paste.ts';
import { withoutFilterWords } from './use-live-text.ts';
import './search-field.css';

interface SearchFieldProps<Name extends Resource> {
  readonly resource: Name;
  readonly view: ListView<Name>;
  readonly name: string;
  readonly placeholder: string;
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly onEnter?: () => Promise<boolean>;
  readonly busy?: boolean;
  readonly isError?: boolean;
  readonly help?: ReactNode;
}

const maxCharacters = 200;
export const linkHelp = 'A link. Press Enter to open it.';

const wordList = () => import('../words/word-list.tsx');
const wordPattern = /(?<!\S)(?!mailto)[a-z]{2,}:[^\s/]/i;

export const SearchField = <Name extends Resource>(props: SearchFieldProps<Name>) => {
  const { resource, view, name, placeholder, text, onEnter, busy = false } = props;
  const { api } = useConsole();
  const [WordList, setWordList] = useState<typeof WordListOf | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const isError = (problem !== null && text !== '') || props.isError;
  const help = (text === '' ? null : problem) ?? props.help ?? null;
  const input = useRef<HTMLInputElement>(null);
  const field = { input, resource, view, onText: props.onText };
  const onText = (typed: string): void => {
    setProblem(null);
    props.onText(typed);
  };
  const helpId = useId();
  useShortcuts({
    '/': () => {
      input.current?.focus();
      input.current?.select();
    },
  });
  const applyAll = async (): Promise<string | boolean> => {
    try {
      return await (await wordList()).applyWords(api, field, true);
    } catch {
      return "The console couldn't apply these filters. Press Enter to try again.";
    }
  };
  const enter = async (): Promise<void> => {
    // Moves later key presses to the results. If nothing was found, the field gets the focus again.
    input.current?.blur();
    const hasWords = isId ? withoutFilterWords(text) !== text.trimStart() : wordPattern.test(text);
    const applied = hasWords && (await applyAll());
    if (typeof applied === 'string') setProblem(applied);
    if (applied !== true && (applied || !(await onEnter?.())) && document.activeElement === document.body)
      input.current?.focus();
  };
  const isId = !/^(?:text|empty)$/.test(
    readSearchText(resource === 'companies' ? text : withoutFilterWords(text)).kind,
  );
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- unknown to the oldest supported Chromium
    <div className="find" role="search">
      <Search size={14} className="find-icon" aria-hidden="true" />
      <input
        ref={input}
        className={isId ? 'field find-input mono' : 'field find-input'}
        type="text"
        spellCheck={false}
        autoComplete="off"
        maxLength={maxCharacters}
        placeholder={placeholder}
        aria-label={name}
        aria-keyshortcuts="/"
        aria-invalid={isError || undefined}
        aria-describedby={helpId}
        value={text}
        // Preloads the list of completions. If it can't be loaded, the field still searches.
        onFocus={() =>
          void wordList()
            .then((loaded) => setWordList(() => loaded.WordList))
            .catch(() => undefined)
        }
        onChange={(event) => onText(event.target.value)}
        onPaste={(event) => lineOfPaste(event, onText)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && onEnter && !event.nativeEvent.isComposing) {
            // Prevents this Enter press from activating the focused button of a dialog that opens in the meantime.
            event.preventDefault();
            void enter();
          }
          // Esc clears a field with input. If the field is empty, Esc closes the panel next to the list.
          if (event.key !== 'Escape' || text === '') return;
          event.preventDefault();
          onText('');
        }}
      />
      {WordList ? (
        <WordList {...field} text={isId ? '' : text} isCovered={isId || help !== null} onProblem={setProblem} />
      ) : null}
      {busy ? <LoaderCircle size={14} className="find-end turning" aria-hidden="true" /> : null}
      {isError ? <CircleX size={14} className="find-end find-wrong" aria-hidden="true" /> : null}
      {text === '' ? (
        <span className="find-end">
          <Kbd>/</Kbd>
        </span>
      ) : null}
      <output id={helpId} className={isError ? 'find-help wrong' : 'find-help'} hidden={help === null}>
        {help}
      </output>
    </div>
  );
};
