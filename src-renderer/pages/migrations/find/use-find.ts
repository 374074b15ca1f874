import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { describeAppError } from '#shared/app-error-text.ts';
import { appErrorOf } from '../../../api/console-call-error.ts';
import { useConsole } from '../../../api/console-context.tsx';
import { useConsoleState } from '../../../api/console-state.ts';
import { useLoadedState } from '../../../api/loaded-state.ts';
import { copyText } from '#ui/controls/copy.tsx';
import { shortIdText } from '#ui/values/ids.ts';
import { countText } from '#ui/values/number-text.ts';
import { useShortcuts } from '#ui/keys/use-shortcuts.ts';
import { newestMatch } from './newest-match.ts';
import { checkFindText, type FindCheck } from '../../../components/migration/check-find-text.ts';
import { migrationOptions } from '../../../api/migrations.ts';
import type { ListView } from '../../../components/listing/list-view.ts';

interface Answer {
  readonly kind: 'looking' | 'failed';
  readonly text: string;
}

interface Find {
  readonly typed: string;
  readonly change: (text: string) => void;
  /** Looks for what was typed; true where the focus can leave the field. */
  readonly find: () => Promise<boolean>;
  readonly looking: boolean;
  /** Stands below the field. */
  readonly help: string | null;
  readonly isError: boolean;
}

const looking: Answer = { kind: 'looking', text: '' };
const failed = (text: string): Answer => ({ kind: 'failed', text });

/** How many loaded migrations have the text, counted while one types; null while nobody knows. */
const useLoadedMatches = (check: FindCheck): string | null => {
  const { api } = useConsole();
  const state = useLoadedState('migrations');
  const text = check.kind === 'text' ? check.text : '';
  const { data } = useQuery({
    queryKey: ['loaded', 'migrations', 'find', text, state?.version],
    queryFn: ({ signal }) =>
      api.loaded.window({ resource: 'migrations', query: { search: text }, offset: 0, limit: 1 }, { signal }),
    enabled: text !== '' && state !== undefined && state.rows > 0,
    placeholderData: (before) => before,
    gcTime: 0,
  });
  if (text === '' || !state) return null;
  if (state.rows === 0) return 'Not all migrations are loaded. Enter filters this page by company and user.';
  if (!data) return null;
  const rest = state.phase === 'complete' ? '' : ', not all are loaded yet';
  const count = `${countText(data.matched)} of ${countText(data.loaded)} loaded migrations match${rest}.`;
  return data.matched === 0 ? count : `${count} Enter opens the newest.`;
};

/** Finds one migration: by its id at the service, by company or user among what is loaded. */
export const useFind = (view: ListView<'migrations'>): Find => {
  const { api } = useConsole();
  const client = useQueryClient();
  const profile = useConsoleState()?.profile.name ?? 'this profile';
  const { filters, change: changeView } = view;
  const [typed, setTyped] = useState(filters.text);
  const [entered, setEntered] = useState(false);
  const [answer, setAnswer] = useState<Answer | null>(null);
  const newest = useRef('');
  // The text of the route is the one that is searched: "Clear filters" empties the field, too.
  const [routed, setRouted] = useState(filters.text);
  if (routed !== filters.text) {
    setRouted(filters.text);
    setTyped(filters.text);
  }

  // Whoever types fast presses C before the row is there.
  const found = useRef<string | null>(null);
  const copies = useRef(false);
  const isLooking = answer?.kind === 'looking';
  const copy = (id: string): void => copyText(id, shortIdText(id));
  useShortcuts(isLooking ? { c: () => (found.current === null ? (copies.current = true) : copy(found.current)) } : {});
  const show = (id: string): void => {
    found.current = id;
    if (copies.current) copy(id);
  };

  const check = checkFindText(typed);
  const matches = useLoadedMatches(check);
  const change = (text: string): void => {
    newest.current = text;
    setTyped(text);
    setEntered(false);
    setAnswer(null);
    if (text === '' && filters.text !== '') changeView({ text: '' });
  };

  const findId = async (id: string): Promise<Answer | null> => {
    const failure = await client
      .fetchQuery({ ...migrationOptions(api, id), staleTime: 0 })
      .then(() => null, appErrorOf);
    if (newest.current !== typed) return null;
    if (!failure) {
      show(id);
      setTyped('');
      changeView({ open: id });
      return null;
    }
    const { title, text } = describeAppError(failure);
    return failed(
      failure.code === 'not_found'
        ? `No migration has this id in ${profile}. It may belong to another profile.`
        : `${title}. ${text}`,
    );
  };
  const findText = async (text: string, none: string | null): Promise<Answer | null> => {
    const answered = await newestMatch(api, text).catch(appErrorOf);
    if (newest.current !== typed) return null;
    if ('code' in answered) return failed(`${describeAppError(answered).title}.`);
    if (answered.id !== null) {
      show(answered.id);
      changeView({ view: 'all', text, sort: null, open: answered.id });
      return looking;
    }
    if (none !== null) return failed(none);
    if (answered.loaded === 0) {
      changeView({ text });
      return null;
    }
    return failed(`None of ${countText(answered.loaded)} loaded migrations has “${text}” as company or user.`);
  };

  const wrong = check.kind === 'wrong' || (check.kind === 'typing' && entered && !isLooking);
  const checkText = check.kind === 'wrong' || check.kind === 'typing' ? check.text : matches;
  return {
    typed,
    change,
    find: async () => {
      newest.current = typed;
      found.current = null;
      copies.current = false;
      setEntered(true);
      if (check.kind === 'empty' || check.kind === 'wrong') return false;
      setAnswer(looking);
      const next =
        check.kind === 'id'
          ? await findId(check.id)
          : await findText(typed.trim(), check.kind === 'typing' ? check.text : null);
      if (newest.current === typed) setAnswer(next);
      return next?.kind !== 'failed';
    },
    looking: isLooking,
    isError: wrong || answer?.kind === 'failed',
    help: answer?.kind === 'failed' ? answer.text : isLooking || typed === filters.text ? null : checkText,
  };
};
