import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Globe, Terminal } from 'lucide-react';
import type { ListedMigration } from '#shared/console-contract/migrations-calls.ts';
import { appErrorOf } from '../../../api/console-call-error.ts';
import { useConsole } from '../../../api/console-context.tsx';
import { useConsoleState } from '../../../api/console-state.ts';
import { useLastError } from '../../../api/last-error.ts';
import { useSettingsView } from '../../../api/settings-view.ts';
import { Button } from '#ui/controls/button.tsx';
import { useNow } from '#ui/values/clock.tsx';
import { CodeBlock } from '#ui/values/code-block.tsx';
import { CopyButton } from '#ui/controls/copy.tsx';
import { ErrorBlock } from '../../../components/messages/error-block.tsx';
import type { RowPlace } from '../../../components/listing/row-place.ts';
import { findEverywhere } from '../../../components/everywhere-store.ts';
import { shortIdText } from '#ui/values/ids.ts';
import { usePaletteEntries } from '../../../components/palette/palette-entries.ts';
import { clockText } from '#ui/values/time-text.ts';
import { DrawerHead } from './drawer-head.tsx';
import { MigrationFields } from './migration-fields.tsx';
import { migrationOptions, timelineOptions, useDetails, withDetails } from '../../../api/migrations.ts';
import { ObservedTimeline } from '../timeline/observed-timeline.tsx';
import { StatusPill } from '../../../components/migration/status.tsx';
import { stuckFor } from '../stuck/stuck.ts';
import { StuckMark } from '../../../components/migration/stuck-mark.tsx';
import { lastSince } from '../timeline/timeline-steps.ts';
import { useMigrationCurl } from './use-migration-curl.ts';
import '#ui/page/drawer.css';
import './migration-drawer.css';

interface MigrationDrawerProps {
  readonly id: string;
  /** Where it stands in the list beside it. */
  readonly place: RowPlace<ListedMigration>;
  readonly onMove: (id: string) => void;
  readonly onClose: () => void;
}

/** One migration: shown from its row at once, with the body as received and what was seen of it when that came. */
export const MigrationDrawer = ({ id, place, onMove, onClose }: MigrationDrawerProps) => {
  const { api } = useConsole();
  const profile = useConsoleState()?.profile.name ?? 'this profile';
  const options = migrationOptions(api, id);
  const query = useQuery(options);
  const lastError = useLastError(query, options.queryKey);
  const known = query.data?.migration ?? place.row;
  const details = useDetails(useMemo(() => (known ? [known] : []), [known]));
  const migration = known && withDetails(known, details);
  // What is seen is recorded with the reply: each one may bring a new line.
  const timeline = useQuery(timelineOptions(api, id, migration?.status ?? null, query.dataUpdatedAt)).data;
  const error = lastError ? appErrorOf(lastError) : null;
  const thresholds = useSettingsView()?.preferences.stuckHours;
  const now = useNow(20_000).getTime();
  const since = timeline && lastSince(timeline.changes);
  const stuckMs = migration && since ? stuckFor(migration.status, since, thresholds, now) : null;
  const copyCurl = useMigrationCurl();
  usePaletteEntries('Actions', () => [
    { id: 'curl', label: 'Copy as cURL', note: shortIdText(id), icon: Terminal, run: () => void copyCurl(id) },
  ]);

  return (
    <aside className="drawer" aria-label="Migration">
      <DrawerHead {...{ id, place, onMove, onClose }} />
      <div className="drawer-body">
        <section className="drawer-section drawer-title">
          {migration ? (
            <p className="drawer-marks">
              <StatusPill status={migration.status} />
              {stuckMs === null ? null : <StuckMark stuckMs={stuckMs} words="stuck for" />}
            </p>
          ) : null}
          <h2>{migration?.companyName ?? (migration ? companyTitle(migration) : 'Migration')}</h2>
          <p className="drawer-id">
            <span className="mono">{id}</span>
            <CopyButton text={id} label="Copy id" />
          </p>
        </section>
        {migration ? (
          <section className="drawer-section">
            <MigrationFields migration={migration} />
          </section>
        ) : null}
        {error ? (
          <ErrorBlock
            error={error}
            busy={query.isFetching}
            words={error.code === 'not_found' ? notFoundWords(profile) : undefined}
            remedy={
              error.code === 'not_found' ? (
                <Button variant="primary" icon={Globe} onPress={() => findEverywhere(id)}>
                  Find in all profiles
                </Button>
              ) : undefined
            }
            onRetry={() => void query.refetch()}
          />
        ) : null}
        {timeline && timeline.changes.length > 0 ? <ObservedTimeline timeline={timeline} stuckMs={stuckMs} /> : null}
        {query.data ? (
          <section className="drawer-section" aria-label="JSON">
            <div className="drawer-section-head">
              <h3>JSON</h3>
              <span className="number">as received {clockText(new Date(query.dataUpdatedAt))}</span>
              <CopyButton text={query.data.json} label="Copy JSON" />
            </div>
            <CodeBlock json={query.data.json} label="JSON of this migration" />
          </section>
        ) : null}
      </div>
    </aside>
  );
};

const companyTitle = ({ companyId }: ListedMigration): string => (companyId === null ? 'No company yet' : 'Company');

const notFoundWords = (profile: string) => ({
  title: `No migration has this id in ${profile}`,
  text: 'It may belong to another profile.',
});
