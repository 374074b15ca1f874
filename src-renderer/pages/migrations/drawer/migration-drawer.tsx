import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { ChevronDown, ChevronRight, ChevronUp, Globe } from 'lucide-react';
import type { ListedMigration } from '#shared/console-contract/migrations-calls.ts';
import { useConsole } from '../../../api/console-api.ts';
import { useConsoleState } from '../../../api/profiles.ts';
import { useFailure } from '../../../api/read-failures.ts';
import { useSettingsView } from '../../../api/settings.ts';
import { Button, CloseButton, CopyButton, IconButton } from '#ui/controls/controls.tsx';
import { Kbd } from '#ui/keys/shortcuts.tsx';
import { countText } from '#ui/values/number-text.ts';
import { absoluteText, ageText, clockText, dateOf, relativeWords, useNow } from '#ui/values/times.tsx';
import { CodeBlock } from '#ui/values/code-block.tsx';
import { ErrorBlock } from '../../../components/messages/error-block.tsx';
import type { DrawerProps } from '../../../components/listing/list-definition.ts';
import { everywhereText } from '../../../components/console-requests.ts';
import { looksLikeUuid, shortIdText } from '#ui/values/ids.tsx';
import { useMigrationLines } from '../../../components/migration/migration-lines.ts';
import { usePaletteEntries } from '../../../components/palette/palette-entries.ts';
import { useTriageEntry } from '../../../api/triage.ts';
import { useHandled } from '../../../components/migration/use-handled.ts';
import { DrawerActions } from './drawer-actions.tsx';
import { DrawerMeaning } from './drawer-meaning.tsx';
import { DrawerNote } from './drawer-note.tsx';
import { MigrationFields } from './migration-fields.tsx';
import { currentWork } from './current-work.ts';
import { migrationOptions, useMigrationDetail } from '../../../api/migrations.ts';
import { CopyReport } from './report/copy-report.tsx';
import { ActivityTimeline, ObservedTimeline } from '../timeline/timelines.tsx';
import { useIsLate } from '#ui/state/use-is-late.ts';
import { StatusPill, StuckMark } from '../../../components/migration/status.tsx';
import { canPass } from '#shared/app-error-codes.ts';
import { isFinalStatus } from '#shared/migration-api/migration-steps.ts';
import { stuckFor } from '#shared/stuck.ts';
import { statusAgeText } from '../../../components/migration/status-age.ts';
import { DrawerSection } from '../section/drawer-section.tsx';
import '#ui/page/drawer.css';
import './migration-drawer.css';

/** Maximum ms that the fields wait for the cause, because a late cause would push them down. */
const maxCauseWaitMs = 1500;
/** Maximum ms that content below the report waits for it, because a late report would push the content down. */
const maxReportWaitMs = 3_000;
const statusesBeforeCopy: ReadonlySet<string> = new Set(['NOT_READY', 'NOT_STARTED', 'LOGIN_ABANDONED']);

const noActivity = { activity: null, requestId: null } as const;

export const MigrationDrawer = ({ id, place, onMove, onClose }: DrawerProps<'migrations'>) => {
  const { api } = useConsole();
  const state = useConsoleState();
  const profile = state?.profile.name ?? 'this profile';
  const isConnected = state?.connection.state === 'connected';
  const options = migrationOptions(api, id);
  const query = useQuery(options);
  const { error, nextTryAt, refetch } = useFailure(query, options.queryKey);
  const migration = query.data?.migration ?? place.row;
  const status = migration?.status ?? null;
  const readAt = query.dataUpdatedAt;
  const isFinal = status !== null && isFinalStatus(status);
  const isReadable = status !== null && looksLikeUuid(id) && (isFinal || readAt > 0);
  // A final status doesn't change, so the service's details are read once.
  const version = [status, isFinal ? 0 : readAt];
  // Each response may add an entry to the timeline.
  const timelineQuery = useMigrationDetail(
    'timeline',
    id,
    [status, readAt],
    (calls, signal) => calls.timeline.get({ id }, signal),
    status !== null,
  );
  const timeline = timelineQuery.data;
  const activityQuery = useMigrationDetail(
    'activity',
    id,
    version,
    (calls, signal) => calls.activity.get({ id }, signal),
    isReadable,
  );
  const { activity, requestId } = activityQuery.data?.kind === 'activity' ? activityQuery.data : noActivity;
  const readAgain = useEffectEvent(() => {
    if (error && canPass(error.code) && !query.isFetching) refetch();
  });
  // Another call has succeeded, so the service is reachable again. Retries immediately.
  useEffect(() => {
    if (isConnected) readAgain();
  }, [isConnected]);
  const canHaveCopied = status !== null && !statusesBeforeCopy.has(status) && looksLikeUuid(id);
  const reportQuery = useMigrationDetail(
    'report',
    id,
    version,
    (calls, signal) => calls.reports.get({ id }, signal),
    canHaveCopied && isReadable,
  );
  const report = canHaveCopied ? reportQuery : null;
  const isReportLate = useIsLate(id, maxReportWaitMs);
  const isSettled = !report?.isPending || error !== null || isReportLate;
  const copyReport = report?.data?.kind === 'report' ? report.data.report : null;
  const isLate = useIsLate(id, maxCauseWaitMs);
  const isCausePending = looksLikeUuid(id) && activityQuery.isPending && error === null && !isLate;
  const thresholds = useSettingsView()?.preferences.stuckHours;
  const now = useNow(20_000).getTime();
  const since = dateOf(migration?.since ?? null);
  const stuckMs = migration && since ? stuckFor(migration.status, since.getTime(), thresholds, now) : null;
  const age = migration ? statusAgeText(migration, new Date(now)) : null;
  const triageEntry = useTriageEntry(id);
  // The sections wait for what appears above them, so that none is pushed down.
  const isReady = triageEntry !== undefined && !isCausePending;
  const entry = triageEntry ?? null;
  const { reopen } = useHandled();
  // A handled mark applies only to the status in which it was set.
  const handled = entry?.handled && entry.handled.status === migration?.status ? entry.handled : null;
  // The key includes the profile, so that a draft never appears in another profile.
  const noteKey = `${state?.profile.id ?? ''} ${id}`;
  const [editedNoteKey, setEditedNoteKey] = useState<string | null>(null);
  const [showsJson, setShowsJson] = useState(false);
  const firstSeen = dateOf(migration?.seenSince ?? null);
  const { curl } = useMigrationLines(() => undefined)(id);
  // Also available if the migration can't be read.
  usePaletteEntries('Actions', () => [{ ...curl, note: shortIdText(id) }]);

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
              {stuckMs === null ? null : <StuckMark stuckMs={stuckMs} isLong />}
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
        {migration && isReady ? (
          <>
            <DrawerMeaning
              migration={migration}
              handled={handled}
              onReopen={() => void reopen([id])}
              cause={activity?.status === migration.status ? activity.cause : null}
              report={copyReport}
              work={currentWork(migration.status, { activity, report: copyReport }, new Date(now))}
              stuckFor={stuckMs === null ? null : ageText(stuckMs)}
            />
            <section className="drawer-section">
              <MigrationFields migration={migration} reference={activity?.reference ?? null} requestId={requestId} />
            </section>
          </>
        ) : null}
        {error ? (
          <ErrorBlock
            error={error}
            busy={query.isFetching}
            nextTryAt={nextTryAt}
            words={error.code === 'not_found' ? notFoundWords(profile) : undefined}
            remedy={
              error.code === 'not_found' ? (
                <Button variant="primary" icon={Globe} onPress={() => everywhereText.set(id)}>
                  Find in all profiles
                </Button>
              ) : undefined
            }
            onRetry={refetch}
          />
        ) : null}
        {/* If the migration can't be read, its report can't be read either. */}
        {isReady && report && (error === null || report.data) ? <CopyReport id={id} read={report} /> : null}
        {isReady && isSettled && activity && activity.results.length > 0 ? (
          <ActivityTimeline key={id} entries={activity.results} />
        ) : isReady && isSettled && timeline && timeline.changes.length > 0 ? (
          <ObservedTimeline timeline={timeline} stuckAge={stuckMs === null ? null : age} />
        ) : null}
        {isReady && isSettled ? (
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
        {query.data && !timelineQuery.isPending && isReady && isSettled ? (
          <DrawerSection
            title="JSON"
            heading={
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
            }
            beside={
              <>
                <span className="number">as received {clockText(new Date(query.dataUpdatedAt))}</span>
                <CopyButton text={query.data.json} label="Copy JSON" />
              </>
            }
          >
            {showsJson ? <CodeBlock json={query.data.json} label="JSON of this migration" /> : null}
          </DrawerSection>
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
