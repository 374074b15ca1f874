import { useQuery } from '@tanstack/react-query';
import { ChevronDown, ChevronUp, X } from 'lucide-react';
import type { MigrationRow } from '#shared/console-contract/migrations-calls.ts';
import { appErrorOf } from '../../api/console-call-error.ts';
import { useConsole } from '../../api/console-context.tsx';
import { useConsoleState } from '../../api/console-state.ts';
import { IconButton } from '../../components/button.tsx';
import { CodeBlock } from '../../components/code-block.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import { ErrorBlock } from '../../components/error-block.tsx';
import type { RowPlace } from '../../components/listing/row-place.ts';
import { countText } from '../../components/number-text.ts';
import { clockText } from '../../components/time-text.ts';
import { useCompanyNames } from './company-names.ts';
import { MigrationFields } from './migration-fields.tsx';
import { migrationOptions } from './migrations-queries.ts';
import { StatusPill } from './status.tsx';
import './migration-drawer.css';

interface MigrationDrawerProps {
  readonly id: string;
  /** Where it stands in the list beside it. */
  readonly place: RowPlace<MigrationRow>;
  readonly onMove: (id: string) => void;
  readonly onClose: () => void;
}

/** One migration: shown from its row at once, with the body as received when that came. */
export const MigrationDrawer = ({ id, place, onMove, onClose }: MigrationDrawerProps) => {
  const { api } = useConsole();
  const profile = useConsoleState()?.profile.name ?? 'this profile';
  const query = useQuery(migrationOptions(api, id));
  const { index, count, scope, previous, next } = place;
  const migration = query.data?.migration ?? place.row;
  const company = useCompanyNames(migration?.companyId ? [migration.companyId] : []).get(migration?.companyId ?? '');
  const error = query.error ? appErrorOf(query.error) : null;

  return (
    <aside className="drawer" aria-label="Migration">
      <header className="drawer-head">
        <IconButton
          label="Previous migration"
          icon={ChevronUp}
          size="small"
          shortcut="↑"
          disabledBecause={previous === null ? `No row above ${scope}` : null}
          onPress={() => previous !== null && onMove(previous)}
        />
        <IconButton
          label="Next migration"
          icon={ChevronDown}
          size="small"
          shortcut="↓"
          disabledBecause={next === null ? `No row below ${scope}` : null}
          onPress={() => next !== null && onMove(next)}
        />
        <span className="drawer-place number">
          {index === null ? `Not ${scope}` : `${countText(index + 1)} of ${countText(count)}`}
        </span>
        <span className="drawer-close">
          <IconButton label="Close" icon={X} size="small" variant="ghost" shortcut="Esc" onPress={onClose} />
        </span>
      </header>
      <div className="drawer-body">
        <section className="drawer-section drawer-title">
          {migration ? <StatusPill status={migration.status} /> : null}
          <h2>{company?.providerCompanyName ?? (migration ? companyTitle(migration) : 'Migration')}</h2>
          <p className="drawer-id">
            <span className="mono">{id}</span>
            <CopyButton text={id} label="Copy id" />
          </p>
        </section>
        {migration ? (
          <section className="drawer-section">
            <MigrationFields migration={migration} company={company} />
          </section>
        ) : null}
        {error ? (
          <ErrorBlock
            error={error}
            busy={query.isFetching}
            words={error.code === 'not_found' ? notFoundWords(profile) : undefined}
            onRetry={() => void query.refetch()}
          />
        ) : null}
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

const companyTitle = ({ companyId }: MigrationRow): string => (companyId === null ? 'No company yet' : 'Company');

const notFoundWords = (profile: string) => ({
  title: `No migration has this id in ${profile}`,
  text: 'It may belong to another profile.',
});
