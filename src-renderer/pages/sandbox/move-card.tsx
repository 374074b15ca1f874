import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { MigrationStatus } from '#shared/migration-api/migration-status.ts';
import { canFollow, migrationSteps } from '#shared/migration-api/migration-steps.ts';
import { Button, TextField } from '#ui/controls/controls.tsx';
import { showToast } from '#ui/messages/toast.tsx';
import { readSearchText } from '#shared/search-text/read-search-text.ts';
import { shortIdText } from '#ui/values/ids.tsx';
import { appErrorOf, useConsole } from '../../api/console-api.ts';
import { listOptions } from '../../api/listings.ts';
import { migrationOptions } from '../../api/migrations.ts';
import { useSandboxChange } from '../../api/sandbox-view.ts';
import { useAction } from '../../api/use-action.ts';
import { defaultListingSearch } from '../../components/listing/listing-search.ts';
import { statusStyleOf } from '#ui/status/status-style.ts';
import { StatusPill } from '../../components/migration/status.tsx';
import { SandboxCard } from './card-parts.tsx';

const statuses = Object.keys(migrationSteps) as MigrationStatus[];

export const nextStatuses = (status: string): readonly MigrationStatus[] => {
  const from = statuses.find((each) => each === status);
  return from === undefined ? [] : statuses.filter((to) => canFollow(from, to));
};

const maxOffered = 4;

const useMovable = () => {
  const { api } = useConsole();
  const { data } = useQuery(listOptions(api, 'migrations', defaultListingSearch));
  return (data?.rows ?? [])
    .flatMap((row) => (row.kind === 'row' && nextStatuses(row.value.status).length > 0 ? [row.value] : []))
    .slice(0, maxOffered);
};

export const MoveCard = () => {
  const { api } = useConsole();
  const show = useSandboxChange();
  const navigate = useNavigate();
  const { migration: id } = useSearch({ from: '/sandbox' });
  const [typedText, setTypedText] = useState(id ?? '');
  const migrationQuery = useQuery({ ...migrationOptions(api, id ?? ''), enabled: id !== undefined });
  const movable = useMovable();
  const status = migrationQuery.data?.migration.status;
  const possibleStatuses = status === undefined ? [] : nextStatuses(status);
  const meaning = readSearchText(typedText);

  const choose = (text: string): void => {
    setTypedText(text);
    const result = readSearchText(text);
    void navigate({ to: '/sandbox', search: result.kind === 'id' ? { migration: result.id } : {}, replace: true });
  };
  const move = useAction(async (signal, to: MigrationStatus) => {
    if (id === undefined) return;
    await show(api.sandbox.moveMigration({ id, status: to }, { signal }), 'data');
    showToast(`${shortIdText(id)} is now ${statusStyleOf(to).label.toLowerCase()}`, 'done');
  });
  const isUnknown = migrationQuery.error !== null && appErrorOf(migrationQuery.error).code === 'not_found';
  return (
    <SandboxCard
      title="Change a status"
      error={move.error ?? (migrationQuery.error && !isUnknown ? appErrorOf(migrationQuery.error) : null)}
    >
      <TextField
        label="Migration ID"
        mono
        value={typedText}
        problem={
          meaning.kind === 'wrong' ? meaning.text : isUnknown ? 'The Sandbox has no migration with this ID.' : null
        }
        onText={choose}
      />
      {movable.length > 0 ? (
        <fieldset className="movable" aria-label="Newest unfinished migrations">
          {movable.map((migration) => (
            <Button key={migration.id} size="small" onPress={() => choose(migration.id)}>
              {`${shortIdText(migration.id)}, ${statusStyleOf(migration.status).label.toLowerCase()}`}
            </Button>
          ))}
        </fieldset>
      ) : null}
      {status === undefined ? null : (
        <div className="sandbox-row">
          <StatusPill status={status} />
          {possibleStatuses.length === 0 ? (
            <span className="sandbox-help note">This status is final.</span>
          ) : (
            <span className="sandbox-help note">to</span>
          )}
          {possibleStatuses.map((to) => (
            <Button key={to} size="small" busy={move.busy} onPress={() => void move.run(to)}>
              {statusStyleOf(to).label}
            </Button>
          ))}
        </div>
      )}
    </SandboxCard>
  );
};
