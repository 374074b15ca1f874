import { useId, useState } from 'react';
import { useRead } from '../../api/console-api.ts';
import { useLoadedState, useLoadPlan } from '../../api/loaded.ts';
import { Button } from '#ui/controls/controls.tsx';
import { ErrorBlock } from '../messages/error-block.tsx';
import { Segments } from '#ui/controls/segments.tsx';
import { exportColumns, type Resource } from '#shared/migration-api/fields.ts';
import { exportFormats, scopeLines, type ExportArgs, type ExportFormat, type ExportScope } from './export-choice.ts';
import { useStartExport } from './use-start-export.ts';
import { TitledDialog } from '#ui/dialogs/dialogs.tsx';
import './export-dialog.css';
import { Tick } from '#ui/controls/form.tsx';

export interface ExportDialogProps {
  readonly resource: Resource;
  readonly query: ExportArgs['query'];
  readonly filters: number;
  readonly page: {
    readonly page: number;
    readonly pageSize: number;
    readonly rows: number;
  } | null;
  readonly chosen?: ExportArgs['chosen'];
  readonly isSelectionOnly?: boolean;
  readonly onClose: () => void;
}

export const ExportDialog = ({
  resource,
  query,
  filters,
  page,
  chosen: rows = null,
  isSelectionOnly = false,
  onClose,
}: ExportDialogProps) => {
  const loaded = useLoadedState(resource);
  const { data: plan } = useLoadPlan(resource);
  const isFiltered = filters > 0;
  const { data: matched = null } = useRead(
    ['loaded', resource, 'matched', query, loaded?.version],
    async (api, options) => (await api.loaded.window({ resource, query, offset: 0, limit: 1 }, options)).matched,
    { enabled: isFiltered && (loaded?.rows ?? 0) > 0, gcTime: 0 },
  );
  const selected = rows?.ids.length ?? 0;
  const scopes = scopeLines({ pageRows: page?.rows ?? null, loaded, plan, isFiltered, matched, selected });
  const lines = isSelectionOnly ? scopes.filter((line) => line.scope === 'chosen') : scopes;
  const [chosen, setChosen] = useState<ExportScope | null>(null);
  const { scope } = lines.find((line) => line.scope === chosen) ?? lines[0] ?? { scope: 'all' as const };
  const [format, setFormat] = useState<ExportFormat>('csv');
  const allColumns: readonly string[] = exportColumns[resource];
  const [columns, setColumns] = useState(allColumns);
  const { start, busy, error } = useStartExport(onClose);
  const name = useId();
  const args: ExportArgs = {
    resource,
    scope,
    format,
    query,
    page: page?.page ?? 1,
    pageSize: page?.pageSize ?? 25,
    chosen: scope === 'chosen' ? rows : null,
    columns: columns as ExportArgs['columns'],
  };

  const Line = lines.length === 1 ? 'p' : 'label';
  return (
    <TitledDialog title={`Export ${resource}`} dialogClass="export-dialog" onClose={onClose}>
      <fieldset className="export-part">
        <legend>Rows</legend>
        {lines.map(({ scope: each, label, help }) => (
          <Line key={each} className="export-scope">
            {lines.length === 1 ? null : (
              <input
                type="radio"
                className="tick"
                name={name}
                checked={scope === each}
                onChange={() => setChosen(each)}
              />
            )}
            <span>
              {label} <span className="export-help hint number">{help}</span>
            </span>
          </Line>
        ))}
      </fieldset>
      <fieldset className="export-part">
        <legend>Format</legend>
        <Segments label="Format" segments={exportFormats} value={format} onChange={setFormat} />
      </fieldset>
      <fieldset className="export-part">
        <legend>Columns</legend>
        <div className="export-columns">
          {allColumns.map((column) => (
            <Tick
              key={column}
              className="export-column"
              checked={columns.includes(column)}
              onChange={(isChosen) =>
                setColumns(allColumns.filter((each) => (each === column ? isChosen : columns.includes(each))))
              }
            >
              <span className="mono">{column}</span>
            </Tick>
          ))}
        </div>
      </fieldset>
      {error ? <ErrorBlock error={error} busy={busy} onRetry={() => start(args)} /> : null}
      <div className="dialog-actions">
        <Button onPress={onClose}>Cancel</Button>
        <Button
          variant="primary"
          busy={busy}
          disabledBecause={columns.length === 0 ? 'Choose at least one column' : busy ? 'In progress' : null}
          onPress={() => start(args)}
        >
          Export
        </Button>
      </div>
    </TitledDialog>
  );
};
