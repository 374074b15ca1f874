import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { ChevronDown, ChevronRight, ChevronUp, Globe, Terminal } from 'lucide-react';
import type { ListedMigration } from '#shared/console-contract/migrations-calls.ts';
import { appErrorOf, useConsole } from '../../../api/console-api.ts';
import { useConsoleState } from '../../../api/profiles.ts';
import { useLastError, useRetryAt } from '../../../api/read-failures.ts';
import { useSettingsView } from '../../../api/settings.ts';
import { Button, CloseButton, CopyButton, IconButton } from '#ui/controls/controls.tsx';
import { Kbd } from '#ui/keys/shortcuts.tsx';
import { countText } from '#ui/values/number-text.ts';
import { absoluteText, ageText, clockText, dateOf, relativeWords, useNow } from '#ui/values/times.tsx';
import { CodeBlock } from '#ui/values/code-block.tsx';
import { ErrorBlock } from '../../../components/messages/error-block.tsx';
import type { DrawerProps } from '../../../components/listing/list-definition.ts';
import { findEverywhere } from '../../../components/console-requests.ts';
import { looksLikeUuid, shortIdText } from '#ui/values/ids.tsx';
import { usePaletteEntries } from '../../../components/palette/palette-entries.ts';
import { useTriageEntry } from '../../../api/triage.ts';
import { useHandled } from '../../../components/migration/use-handled.ts';
import { DrawerActions } from './drawer-actions.tsx';
import { DrawerMeaning } from './drawer-meaning.tsx';
import { DrawerNote } from './drawer-note.tsx';
import { MigrationFields } from './migration-fields.tsx';
import { activityOptions } from '../../../api/activity.ts';
import { currentWork } from './current-work.ts';
import { migrationOptions, timelineOptions } from '../../../api/migrations.ts';
import { CopyReport, useCopyReport, useIsLate } from './report/copy-report.tsx';
import { ActivityTimeline, ObservedTimeline } from '../timeline/timelines.tsx';
import { StatusPill, StuckMark } from '../../../components/migration/status.tsx';
import { canPass } from '#shared/app-error-codes.ts';
import { stuckFor } from '#shared/stuck.ts';
import { statusAgeText } from '../../../components/migration/status-age.ts';
import { useMigrationCurl } from './use-migration-curl.ts';
import '#ui/page/drawer.css';
import './migration-drawer.css';

/** Maximum ms that the fields wait for the cause, because a late cause would push them down. */
const maxCauseWaitMs = 1500;
const noActivity = { activity: null, requestId: null } as const;

export const MigrationDrawer = ({ id, place, onMove, onClose }: DrawerProps<'migrations'>) => {
  const { api } = useConsole();
  const state = useConsoleState();
  const profile = state?.profile.name ?? 'this profile';
  const isConnected = state?.connection.state === 'connected';
  const options = migrationOptions(api, id);
  const query = useQuery(options);
  const lastError = useLastError(query, options.queryKey);
  const migration = query.data?.migration ?? place.row;
  // Each response may add an entry to the timeline.
  const timelineQuery = useQuery(timelineOptions(api, id, migration?.status ?? null, query.dataUpdatedAt));
  const timeline = timelineQuery.data;
  const activityQuery = useQuery(
    activityOptions(api, id, looksLikeUuid(id) ? (migration?.status ?? null) : null, query.dataUpdatedAt),
  );
  const { activity, requestId } = activityQuery.data?.kind === 'activity' ? activityQuery.data : noActivity;
  const error = lastError ? appErrorOf(lastError) : null;
  const refetch = (): void => void query.refetch();
  const nextTryAt = useRetryAt(query.isFetching ? null : error, query.errorUpdatedAt, refetch);
  const readAgain = useEffectEvent(() => {
    if (error && canPass(error.code) && !query.isFetching) refetch();
  });
  // Another call has succeeded, so the service is reachable again. Retries immediately.
  useEffect(() => {
    if (isConnected) readAgain();
  }, [isConnected]);
  const { read: report, isSettled } = useCopyReport({
    id,
    status: migration?.status ?? null,
    readAt: query.dataUpdatedAt,
    hasFailed: error !== null,
  });
  const copyReport = report?.data?.kind === 'report' ? report.data.report : null;
  const isLate = useIsLate(id, maxCauseWaitMs);
  const isCausePending = looksLikeUuid(id) && activityQuery.isPending && error === null && !isLate;
  const thresholds = useSettingsView()?.preferences.stuckHours;
  const now = useNow(20_000).getTime();
  const since = dateOf(migration?.since ?? null);
  const stuckMs = migration && since ? stuckFor(migration.status, since.getTime(), thresholds, now) : null;
  const age = migration ? statusAgeText(migration, new Date(now)) : null;
  const triageEntry = useTriageEntry(id);
  const entry = triageEntry ?? null;
  const { reopen } = useHandled();
  // A handled mark applies only to the status in which it was set.
  const handled = entry?.handled && entry.handled.status === migration?.status ? entry.handled : null;
  // The key includes the profile, so that a draft never appears in another profile.
  const noteKey = `${state?.profile.id ?? ''} ${id}`;
  const [editedNoteKey, setEditedNoteKey] = useState<string | null>(null);
  const [showsJson, setShowsJson] = useState(false);
  const firstSeen = dateOf(migration?.seenSince ?? null);
  const copyCurl = useMigrationCurl();
  usePaletteEntries('Actions', () => [
    { id: 'curl', label: 'Copy as cURL', note: shortIdText(id), icon: Terminal, run: () => copyCurl(id) },
  ]);

  const { index, count, scope, previous, next } = place;

  return (
    <aside className="drawer stack rigid" aria-label="Migration">
      <header className="drawer-head row rigid">
        <IconButton
          label="Previous migration"
          icon={ChevronUp}
          size="small"
          shortcut="↑"
          disabledBecause={previous === null ? `No previous row ${scope}` : null}
          onPress={() => previous !== null && onMove(previous)}
        />
        <IconButton
          label="Next migration"
          icon={ChevronDown}
          size="small"
          shortcut="↓"
          disabledBecause={next === null ? `No next row ${scope}` : null}
          onPress={() => next !== null && onMove(next)}
        />
        <span className="drawer-place muted text-nowrap number">
          {index === null ? 'Not in this list' : `${countText(index + 1)} of ${countText(count)}`}
        </span>
        <span className="gap-6 row push-end">
          <span className="drawer-keys" aria-hidden="true">
            <Kbd>↑</Kbd> <Kbd>↓</Kbd> next row
          </span>
          <span className="drawer-rule" />
          <CloseButton label="Close" shortcut="Esc" onPress={onClose} />
        </span>
      </header>
      <div className="drawer-body scroller">
        <section className="drawer-section drawer-title">
          {migration ? (
            <p className="drawer-marks wrap gap-8">
              <StatusPill status={migration.status} />
              {stuckMs === null ? null : <StuckMark stuckMs={stuckMs} words="stuck for" />}
              {firstSeen ? (
                <span className="drawer-observed number">
                  first observed {absoluteText(firstSeen, new Date(now))}, {relativeWords(firstSeen, new Date(now))}
                </span>
              ) : null}
            </p>
          ) : null}
          <h2>{migration?.companyName ?? (migration ? companyTitle(migration) : 'Migration')}</h2>
          <p className="gap-6 row muted">
            <span className="mono">{id}</span>
            <CopyButton text={id} label="Copy ID" />
          </p>
          {migration ? (
            <DrawerActions
              migration={migration}
              json={query.data?.json}
              isHandled={handled !== null}
              hasNote={entry !== null && entry.note !== null}
              onNote={() => setEditedNoteKey(noteKey)}
            />
          ) : null}
        </section>
        {migration && triageEntry !== undefined && !isCausePending ? (
          <DrawerMeaning
            migration={migration}
            handled={handled}
            onReopen={() => void reopen([id])}
            cause={activity?.status === migration.status ? activity.cause : null}
            report={copyReport}
            work={currentWork(migration.status, { activity, report: copyReport }, new Date(now))}
            stuckFor={stuckMs === null ? null : ageText(stuckMs)}
          />
        ) : null}
        {migration && !isCausePending ? (
          <section className="drawer-section">
            <MigrationFields migration={migration} reference={activity?.reference ?? null} requestId={requestId} />
          </section>
        ) : null}
        {/* The content below waits for the report, so that the layout doesn't jump. */}
        {error ? (
          <ErrorBlock
            error={error}
            busy={query.isFetching}
            nextTryAt={nextTryAt}
            words={error.code === 'not_found' ? notFoundWords(profile) : undefined}
            remedy={
              error.code === 'not_found' ? (
                <Button variant="primary" icon={Globe} onPress={() => findEverywhere(id)}>
                  Find in all profiles
                </Button>
              ) : undefined
            }
            onRetry={refetch}
          />
        ) : null}
        {/* If the migration can't be read, its report can't be read either. */}
        {triageEntry !== undefined && report && (error === null || report.data) ? (
          <CopyReport id={id} read={report} />
        ) : null}
        {triageEntry !== undefined && isSettled && !isCausePending && activity && activity.results.length > 0 ? (
          <ActivityTimeline key={id} entries={activity.results} />
        ) : triageEntry !== undefined && isSettled && !isCausePending && timeline && timeline.changes.length > 0 ? (
          <ObservedTimeline timeline={timeline} stuckAge={stuckMs === null ? null : age} />
        ) : null}
        {isSettled && !isCausePending ? (
          <DrawerNote
            key={noteKey}
            id={id}
            draftKey={noteKey}
            entry={entry}
            isOpen={editedNoteKey === noteKey}
            onOpen={() => setEditedNoteKey(noteKey)}
            onClose={() => setEditedNoteKey(null)}
          />
        ) : null}
        {/* The JSON comes last, because the report and the timeline would otherwise push it down. */}
        {query.data && !timelineQuery.isPending && triageEntry !== undefined && isSettled && !isCausePending ? (
          <section className="drawer-section" aria-label="JSON">
            <div className="drawer-section-head row hint gap-10">
              <h3>
                <button
                  type="button"
                  className="drawer-fold"
                  aria-expanded={showsJson}
                  onClick={() => setShowsJson(!showsJson)}
                >
                  {showsJson ? (
                    <ChevronDown size={14} aria-hidden="true" />
                  ) : (
                    <ChevronRight size={14} aria-hidden="true" />
                  )}
                  JSON
                </button>
              </h3>
              <span className="number">as received {clockText(new Date(query.dataUpdatedAt))}</span>
              <CopyButton text={query.data.json} label="Copy JSON" />
            </div>
            {showsJson ? <CodeBlock json={query.data.json} label="JSON of this migration" /> : null}
          </section>
        ) : null}
      </div>
    </aside>
  );
};

const companyTitle = ({ companyId }: ListedMigration): string => (companyId === null ? 'No company yet' : 'Company');

const notFoundWords = (profile: string) => ({
  title: `No migration with this ID in ${profile}`,
  text: 'The migration may belong to another profile.',
});
