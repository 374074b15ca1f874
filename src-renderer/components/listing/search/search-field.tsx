import { CircleX, LoaderCircle, Search } from 'lucide-react';
import { type ReactNode, useId, useRef } from 'react';
import { readSearchText } from '#shared/search-text/read-search-text.ts';
import { Kbd, useShortcuts } from '#ui/keys/shortcuts.tsx';
import '#ui/controls/field.css';
import { lineOfPaste } from './line-of-paste.ts';
import './search-field.css';

interface SearchFieldProps {
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

export const SearchField = (props: SearchFieldProps) => {
  const { name, placeholder, text, onText, onEnter, busy = false, isError = false, help = null } = props;
  const input = useRef<HTMLInputElement>(null);
  const helpId = useId();
  useShortcuts({
    '/': () => {
      input.current?.focus();
      input.current?.select();
    },
  });
  const enter = async (): Promise<void> => {
    // Later key presses go to the results. If nothing was found, the field gets the focus again.
    input.current?.blur();
    if (!(await onEnter?.()) && document.activeElement === document.body) input.current?.focus();
  };
  const isId = !/^(?:text|empty)$/.test(readSearchText(text).kind);
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
