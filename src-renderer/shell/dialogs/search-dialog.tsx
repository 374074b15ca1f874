import { useEffect, useState } from 'react';
import type { SearchedProfile } from '#shared/console-contract/everywhere-calls.ts';
import { useConsole, useOnEvent } from '../../api/console-api.ts';
import { useNavigate } from '@tanstack/react-router';
import { LoaderCircle } from 'lucide-react';
import { describeAppError } from '#shared/app-error-text.ts';
import { everywhereLimits } from '#shared/everywhere-limits.ts';
import { Button } from '#ui/controls/controls.tsx';
import { TitledDialog, DialogProblem } from '#ui/dialogs/dialogs.tsx';
import { isUuid, shortIdText } from '#ui/values/ids.tsx';
import { countText } from '#ui/values/number-text.ts';
import { dateOf, relativeText, useNow } from '#ui/values/times.tsx';
import { useProfileList } from '../../api/profiles.ts';
import { useAction } from '../../api/use-action.ts';
import { everywhereText } from '../../components/console-requests.ts';
import { StatusText } from '../../components/migration/status.tsx';
import { EnvironmentTag } from '#ui/environment/environment-tag.tsx';
import { ProfileTile } from '../../components/tiles/tiles.tsx';
import './search-dialog.css';
import { directionOf } from '#ui/values/text-direction.ts';

const close = (): void => everywhereText.set(null);

const upsertProfileResult = (
  before: readonly SearchedProfile[],
  added: SearchedProfile,
): readonly SearchedProfile[] => [...before.filter(({ profileId }) => profileId !== added.profileId), added];

const useSearchEverywhere = (text: string) => {
  const { api } = useConsole();
  const [searched, setSearched] = useState<readonly SearchedProfile[]>([]);
  const { run, busy, error, stop } = useAction(async (signal) => {
    setSearched([]);
    setSearched(await api.everywhere.search({ text }, { signal }));
  });
  useOnEvent('everywhere:searched', (event) => {
    if (event.text === text && busy) setSearched((before) => upsertProfileResult(before, event.searched));
  });
  useEffect(() => void run(), [run]);
  return { searched, isInProgress: busy, error, stop, again: () => void run() };
};

const scopeText = (searched: SearchedProfile | undefined, isStopped: boolean, isId: boolean): string => {
  if (searched?.problem) return `${describeAppError(searched.problem).title}.`;
  const { rows, total, phase } = searched ?? { rows: 0, total: null, phase: 'searching' };
  if (isId && phase === 'searched') return searched?.matched === 0 ? 'Not found' : '';
  if (isId) return isStopped ? 'Stopped' : 'Searching…';
  const ofTotalText = total === null || total <= rows ? '' : ` of ${countText(total)}`;
  if (phase === 'searching') return `${isStopped ? 'Stopped' : 'Searching'}, ${countText(rows)}${ofTotalText}`;
  const isTruncated = total === null && rows >= everywhereLimits.pages * everywhereLimits.pageSize;
  return ofTotalText === '' && !isTruncated
    ? `All ${countText(rows)} searched`
    : `The newest ${countText(rows)}${ofTotalText} searched`;
};

const searchedText = (searched: readonly SearchedProfile[], total: number): string => {
  const count = searched.filter(({ phase }) => phase === 'searched').length;
  return count === total ? `All ${count} profiles searched.` : `${count} of ${total} profiles searched.`;
};

interface ProfileFoundProps {
  readonly profile: { readonly id: string; readonly name: string } & Parameters<typeof ProfileTile>[0]['profile'];
  readonly searched: SearchedProfile | undefined;
  readonly isStopped: boolean;
  readonly onShow: (search: object) => void;
  readonly text: string;
}

const ProfileFound = ({ profile, searched, isStopped, onShow, text }: ProfileFoundProps) => {
  const { migrations = [], matched = 0 } = searched ?? {};
  const now = useNow(20_000);
  const isId = isUuid(text);
  const isSearchRunning = !isStopped && searched?.phase !== 'searched' && searched?.phase !== 'failed';
  return (
    <li className="searched-profile" aria-label={profile.name}>
      <div className="searched-head row">
        <ProfileTile profile={profile} size="small" />
        <span className="text-medium truncate">{profile.name}</span>
        <EnvironmentTag environment={profile.environment} />
        <span
          className={
            searched?.phase === 'failed'
              ? 'gap-6 hint text-danger rigid push-end row'
              : 'gap-6 hint rigid push-end row number'
          }
        >
          {isSearchRunning ? <LoaderCircle size={12} className="turning" aria-hidden="true" /> : null}
          {scopeText(searched, isStopped, isId)}
        </span>
      </div>
      {migrations.map(({ id, status, companyName, createdByUserId, created }) => {
        const date = dateOf(created);
        return (
          <button key={id} type="button" className="searched-row gap-8 text-main" onClick={() => onShow({ open: id })}>
            <StatusText status={status} />
            <bdi dir={directionOf(companyName ?? createdByUserId)} className="searched-label truncate">
              {companyName ?? createdByUserId ?? shortIdText(id)}
            </bdi>
            <bdi dir={directionOf(createdByUserId)} className="searched-person muted truncate">
              {companyName === null ? '' : createdByUserId}
            </bdi>
            <span className="muted text-right number">{date ? relativeText(date, now) : '—'}</span>
          </button>
        );
      })}
      {matched > migrations.length ? (
        <button type="button" className="link-button searched-more" onClick={() => onShow({ view: 'all', text })}>
          Show all {countText(matched)} as a list
        </button>
      ) : null}
      {matched === 0 && searched?.phase === 'searched' && !isId ? (
        <p className="searched-none muted">Nothing found.</p>
      ) : null}
    </li>
  );
};

export const SearchDialog = ({ text }: { readonly text: string }) => {
  const { api } = useConsole();
  const navigate = useNavigate();
  const list = useProfileList();
  const { searched, isInProgress, error, stop, again } = useSearchEverywhere(text);
  const show = useAction(async (_signal, profileId: string, search: object) => {
    if (profileId !== list?.activeId) await api.profiles.switch({ id: profileId });
    close();
    await navigate({ to: '/migrations', search });
  });
  const isId = isUuid(text);
  const problem = show.error ?? error;
  const matchCount = searched.reduce((sum, { matched }) => sum + matched, 0);
  const max = countText(everywhereLimits.pages * everywhereLimits.pageSize);
  return (
    <TitledDialog
      title={
        isId ? (
          'Find in all profiles'
        ) : (
          <>
            Search all profiles for “<bdi>{text}</bdi>”
          </>
        )
      }
      className="search-frame"
      onClose={close}
    >
      {isId ? (
        <p className="dialog-text mono">{text}</p>
      ) : (
        <p className="dialog-text">
          The console searches the newest {max} migrations of each profile with that profile's key, or all rows if they
          are loaded. It writes nothing to disk.
        </p>
      )}
      <ul className="searched" aria-busy={isInProgress || undefined}>
        {list?.profiles.map((profile) => (
          <ProfileFound
            key={profile.id}
            profile={profile}
            searched={searched.find(({ profileId }) => profileId === profile.id)}
            isStopped={!isInProgress}
            onShow={(search) => void show.run(profile.id, search)}
            text={text}
          />
        ))}
      </ul>
      <output className="visually-hidden">
        {isInProgress
          ? 'Searching all profiles'
          : `${countText(matchCount)} found. ${searchedText(searched, list?.profiles.length ?? 0)}`}
      </output>
      <DialogProblem text={problem && `${describeAppError(problem).title}.`} />
      <div className="dialog-actions">
        {isInProgress ? <Button onPress={stop}>Stop</Button> : <Button onPress={again}>Search again</Button>}
        <Button onPress={close}>Close</Button>
      </div>
    </TitledDialog>
  );
};
