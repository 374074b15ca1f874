import { useNavigate } from '@tanstack/react-router';
import { CircleCheck, CircleMinus, CircleX } from 'lucide-react';
import { describeAppError } from '#shared/app-error-text.ts';
import type { FoundInProfile } from '#shared/console-contract/everywhere-calls.ts';
import { appErrorOf, useConsole } from '../../api/console-api.ts';
import { useEverywhere, useProfileList } from '../../api/profiles.ts';
import { useAction } from '../../api/use-action.ts';
import { Button } from '#ui/controls/controls.tsx';
import { closeEverywhere } from '../../components/console-requests.ts';
import { EnvironmentTag } from '#ui/environment/environment-tag.tsx';
import { ProfileTile } from '../../components/tiles/tiles.tsx';
import { StatusText } from '../../components/migration/status.tsx';
import { TitledDialog, DialogProblem } from '#ui/dialogs/dialogs.tsx';
import { isUuid } from '#ui/values/ids.tsx';
import './everywhere-dialog.css';
import { SearchDialog } from './search-dialog.tsx';

const Result = ({ found }: { readonly found: FoundInProfile | undefined }) => {
  if (!found) return <span className="row hint gap-6 push-end">Searching…</span>;
  if (found.result === 'found' && found.migration) {
    return (
      <span className="row hint gap-6 push-end">
        <CircleCheck size={14} className="tone-good" aria-hidden="true" />
        <StatusText status={found.migration.status} />
      </span>
    );
  }
  const isFailed = found.result === 'failed';
  const Icon = isFailed ? CircleX : CircleMinus;
  return (
    <span className={`row hint gap-6 push-end ${isFailed ? 'text-danger' : ''}`}>
      <Icon size={14} aria-hidden="true" />
      {isFailed && found.problem ? describeAppError(found.problem).title : 'Not found'}
    </span>
  );
};

const FindDialog = ({ id }: { readonly id: string }) => {
  const { api } = useConsole();
  const navigate = useNavigate();
  const profiles = useProfileList()?.profiles ?? [];
  const { data: answers = [], error, isFetching } = useEverywhere(id);
  const foundOf = (profileId: string) => answers.find((found) => found.profileId === profileId);
  const count = answers.filter(({ result }) => result === 'found').length;
  const open = useAction(async (_signal, profileId: string) => {
    await api.profiles.switch({ id: profileId });
    closeEverywhere();
    await navigate({ to: '/migrations', search: { open: id } });
  });
  const problem = open.error ?? (error ? appErrorOf(error) : null);
  return (
    <TitledDialog title="Find in all profiles" onClose={closeEverywhere}>
      <p className="dialog-text mono">{id}</p>
      <ul className="everywhere" aria-busy={isFetching || undefined}>
        {profiles.map((profile) => {
          const found = foundOf(profile.id);
          return (
            <li key={profile.id} className="everywhere-profile row">
              <ProfileTile profile={profile} size="small" />
              <span className="text-medium truncate">{profile.name}</span>
              <EnvironmentTag environment={profile.environment} />
              <Result found={found} />
              {found?.result === 'found' ? (
                <Button size="small" onPress={() => void open.run(profile.id)}>
                  Open
                </Button>
              ) : null}
            </li>
          );
        })}
      </ul>
      <output className="visually-hidden">
        {isFetching ? 'Searching all profiles' : `Found in ${count} of ${answers.length} profiles`}
      </output>
      <DialogProblem text={problem && `${describeAppError(problem).title}.`} />
      <div className="dialog-actions">
        <Button onPress={closeEverywhere}>Close</Button>
      </div>
    </TitledDialog>
  );
};

export const EverywhereDialog = ({ id: wanted }: { readonly id: string }) =>
  isUuid(wanted) ? <FindDialog id={wanted} /> : <SearchDialog text={wanted} />;
