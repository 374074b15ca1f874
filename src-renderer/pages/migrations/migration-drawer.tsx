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
import { clockText } from '../../components/time-text.ts';
import { useCompanyNames } from './company-names.ts';
import { MigrationFields } from './migration-fields.tsx';
import { migrationOptions } from './migrations-queries.ts';
import { StatusPill } from './status.tsx';
import './migration-drawer.css';

interface MigrationDrawerProps {
  readonly id: string;
  /** The rows of the list beside it. */
  readonly migrations: readonly MigrationRow[];
  readonly onMove: (id: string) => void;
  readonly onClose: () => void;
}

/** One migration: shown from its row at once, with the body as received when that came. */
export const MigrationDrawer = ({ id, migrations, onMove, onClose }: MigrationDrawerProps) => {
  const { api } = useConsole();
  const profile = useConsoleState()?.profile.name ?? 'this profile';
  const query = useQuery(migrationOptions(api, id));
  const index = migrations.findIndex((migration) => migration.id === id);
  const row = migrations[index];
  const migration = query.data?.migration ?? row;
  const company = useCompanyNames(migration?.companyId ? [migration.companyId] : []).get(migration?.companyId ?? '');
  const error = query.error ? appErrorOf(query.error) : null;
  const previous = migrations[index - 1];
  const next = index === -1 ? undefined : migrations[index + 1];

  return (
    <aside className="drawer" aria-label="Migration">
      <header className="drawer-head">
        <IconButton
          label="Previous migration"
          icon={ChevronUp}
          size="small"
          shortcut="↑"
          disabledBecause={previous ? null : 'No row above on this page'}
          onPress={() => previous && onMove(previous.id)}
        />
        <IconButton
          label="Next migration"
          icon={ChevronDown}
          size="small"
          shortcut="↓"
          disabledBecause={next ? null : 'No row below on this page'}
          onPress={() => next && onMove(next.id)}
        />
        <span className="drawer-place number">
          {index === -1 ? 'Not on this page' : `${index + 1} of ${migrations.length}`}
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
