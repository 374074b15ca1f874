import { useQueryClient } from '@tanstack/react-query';
import { CircleX, LoaderCircle, Search } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { describeAppError } from '#shared/app-error-text.ts';
import { appErrorOf } from '../../api/console-call-error.ts';
import { useConsole } from '../../api/console-context.tsx';
import { useConsoleState } from '../../api/console-state.ts';
import { Kbd } from '../../components/kbd.tsx';
import { useShortcuts } from '../../components/use-shortcuts.ts';
import { checkFindText } from './find-id.ts';
import { migrationOptions } from './migrations-queries.ts';
import './find-field.css';

interface Answer {
  readonly kind: 'looking' | 'failed';
  readonly text: string;
}

/** Looks one migration up by its id. The text is checked while it is typed; nothing is sent before it is an id. */
export const FindField = ({ onFound }: { readonly onFound: (id: string) => void }) => {
  const { api } = useConsole();
  const client = useQueryClient();
  const profile = useConsoleState()?.profile.name ?? 'this profile';
  const input = useRef<HTMLInputElement>(null);
  const helpId = useId();
  const [typed, setTyped] = useState('');
  const [entered, setEntered] = useState(false);
  const [answer, setAnswer] = useState<Answer | null>(null);
  useShortcuts({ '/': () => input.current?.focus() });

  const check = checkFindText(typed);
  const wrong = check.kind === 'wrong' || (check.kind === 'typing' && entered);
  const checkText = check.kind === 'wrong' || check.kind === 'typing' ? check.text : null;
  const isError = wrong || answer?.kind === 'failed';
  const help = answer?.kind === 'failed' ? answer.text : checkText;

  const change = (text: string): void => {
    setTyped(text);
    setEntered(false);
    setAnswer(null);
  };
  const find = async (): Promise<void> => {
    setEntered(true);
    if (check.kind !== 'id') return;
    setAnswer({ kind: 'looking', text: '' });
    const failure = await client
      .fetchQuery({ ...migrationOptions(api, check.id), staleTime: 0 })
      .then(() => null, appErrorOf);
    // Another text was typed meanwhile: this answer is for nobody.
    if (checkFindText(input.current?.value ?? '').kind !== 'id') return;
    if (!failure) {
      change('');
      onFound(check.id);
      return;
    }
    const { title, text } = describeAppError(failure);
    setAnswer({
      kind: 'failed',
      text:
        failure.code === 'not_found'
          ? `No migration has this id in ${profile}. It may belong to another profile.`
          : `${title}. ${text}`,
    });
  };

  return (
    // The search element is unknown to the oldest Chromium that this runs on.
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
    <div className="find" role="search">
      <Search size={14} className="find-icon" aria-hidden="true" />
      <input
        ref={input}
        className={typed === '' ? 'field find-input' : 'field find-input mono'}
        type="text"
        spellCheck={false}
        autoComplete="off"
        placeholder="Find by migration id"
        aria-label="Find by migration id"
        aria-keyshortcuts="/"
        aria-invalid={isError || undefined}
        aria-describedby={helpId}
        value={typed}
        onChange={(event) => change(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') void find();
          // With text in it, Esc is for this field; without, for what is open beside it.
          if (event.key !== 'Escape' || typed === '') return;
          event.preventDefault();
          change('');
        }}
      />
      {answer?.kind === 'looking' ? <LoaderCircle size={14} className="find-end turning" aria-hidden="true" /> : null}
      {isError ? <CircleX size={14} className="find-end find-wrong" aria-hidden="true" /> : null}
      {typed === '' ? (
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
