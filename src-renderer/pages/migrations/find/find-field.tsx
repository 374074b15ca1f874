import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { readSearchText, type SearchMeaning } from '#shared/search-text/read-search-text.ts';
import { Button, copyText } from '#ui/controls/controls.tsx';
import { useShortcuts } from '#ui/keys/shortcuts.tsx';
import { shortIdText } from '#ui/values/ids.tsx';
import { countText } from '#ui/values/number-text.ts';
import { useConsole } from '../../../api/console-api.ts';
import { useConsoleState } from '../../../api/profiles.ts';
import { everywhereText, linkToOpen } from '../../../components/console-requests.ts';
import type { ListView } from '../../../components/listing/list-view.ts';
import { linkHelp, SearchField } from '../../../components/listing/search/search-field.tsx';
import { useLiveText, withoutFilterWords } from '../../../components/listing/search/use-live-text.ts';
import type { FindProblem } from './find-typed.ts';
import { lookupText } from '../../../components/migration/id-list-text.ts';
import { ListChecks } from 'lucide-react';
import { tip } from '#ui/tooltip/tip.ts';

/** Result of the last Enter. Removed once the found migration is open. */
type Answer =
  | { readonly kind: 'looking' }
  | { readonly kind: 'found'; readonly id: string }
  | ({ readonly kind: 'failed' } & FindProblem);

const actionLabel = (meaning: SearchMeaning): string | null => {
  if (meaning.kind === 'wrong') return meaning.text;
  if (meaning.kind === 'link') return linkHelp;
  return meaning.kind === 'ids' ? `${countText(meaning.ids.length)} IDs. Press Enter to look them up.` : null;
};

const useFind = (view: ListView<'migrations'>) => {
  const { api } = useConsole();
  const client = useQueryClient();
  const navigate = useNavigate();
  const profile = useConsoleState()?.profile.name ?? 'this profile';
  const { search, filters, change } = view;
  const [answer, setAnswer] = useState<Answer | null>(null);
  const newest = useRef('');
  // Creates one history entry per search, not per letter.
  const { typed, type } = useLiveText(filters.text, (text) => change({ text }, 'replace'));

  // The focus is now in the table, which handles further keys.
  if (answer?.kind === 'found' && search.open === answer.id) setAnswer(null);
  // True if the user pressed C before the row arrived.
  const isCopyPending = useRef(false);
  const isSearching = answer?.kind === 'looking' || answer?.kind === 'found';
  const copy = (id: string): void => copyText(id, shortIdText(id));
  useShortcuts(
    isSearching ? { c: () => (answer.kind === 'found' ? copy(answer.id) : (isCopyPending.current = true)) } : {},
  );
  const foundAnswer = (id: string): Answer => {
    if (isCopyPending.current) copy(id);
    return { kind: 'found', id };
  };

  const meaning = readSearchText(withoutFilterWords(typed));
  const word = actionLabel(meaning);
  return {
    typed,
    type: (text: string) => {
      newest.current = text;
      setAnswer(null);
      const next = readSearchText(withoutFilterWords(text));
      // A list of IDs or a link would match no row, so it isn't used as a filter.
      type(text, next.kind === 'ids' || next.kind === 'link' ? '' : undefined);
    },
    enter: async () => {
      newest.current = typed;
      isCopyPending.current = false;
      if (meaning.kind === 'empty' || meaning.kind === 'wrong') return false;
      if (meaning.kind === 'link') {
        type('');
        linkToOpen.set(meaning.link);
        return true;
      }
      if (meaning.kind === 'ids') {
        lookupText(typed);
        await navigate({ to: '/migrations/ids' });
        return true;
      }
      setAnswer({ kind: 'looking' });
      // Loaded at the first Enter, because filtering doesn't need this code.
      const findResult = await import('./find-typed.ts')
        .then(({ findTyped }) => findTyped({ api, client, profile }, typed, meaning))
        .catch(() => ({ text: "The console couldn't search. Reload the page.", isError: true, elsewhere: null }));
      if (newest.current !== typed) return true;
      if ('text' in findResult) {
        setAnswer({ kind: 'failed', ...findResult });
        return false;
      }
      change(findResult.shows);
      setAnswer(findResult.shows.open === undefined ? null : foundAnswer(findResult.shows.open));
      return true;
    },
    looking: isSearching,
    isError: meaning.kind === 'wrong' || (answer?.kind === 'failed' && answer.isError),
    help: answer?.kind === 'failed' ? answer.text : isSearching ? null : word,
    /** An ID that wasn't found in this profile. */
    elsewhere: answer?.kind === 'failed' ? answer.elsewhere : null,
  };
};

export const FindField = ({ view }: { readonly view: ListView<'migrations'> }) => {
  const navigate = useNavigate();
  const { typed, type, enter, looking, help, isError, elsewhere } = useFind(view);
  return (
    <>
      <SearchField
        resource="migrations"
        view={view}
        name="Find by migration id"
        placeholder="Find by ID, company or user"
        text={typed}
        onText={type}
        onEnter={enter}
        busy={looking}
        isError={isError}
        help={
          help === null ? null : (
            <>
              {help}
              {elsewhere === null ? null : (
                <button type="button" className="link-button" onClick={() => everywhereText.set(elsewhere)}>
                  Find in all profiles
                </button>
              )}
            </>
          )
        }
      />
      <span className="find-ids" {...tip('Look up migrations by ID')}>
        <Button icon={ListChecks} onPress={() => void navigate({ to: '/migrations/ids' })}>
          Look up IDs
        </Button>
      </span>
    </>
  );
};
