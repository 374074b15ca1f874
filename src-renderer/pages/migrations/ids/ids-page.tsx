import { useNavigate, useSearch } from '@tanstack/react-router';
import { Copy, Download, Eye, ListChecks } from 'lucide-react';
import { lazy, Suspense, useDeferredValue, useEffect, useEffectEvent, useMemo, useState } from 'react';
import { migrationJson } from '#shared/migration-api/row-json.ts';
import { Button } from '#ui/controls/controls.tsx';
import { MenuButton } from '#ui/menu/menu-button.tsx';
import { MessageBlock } from '#ui/messages/messages.tsx';
import { showToast } from '#ui/messages/toast.tsx';
import { createSelection } from '#ui/table/row-selection.ts';
import { rowListOf } from '#ui/table/table-types.ts';
import { PageHead } from '#ui/page/page-head.tsx';
import { lookupLimits } from '#shared/list-limits.ts';
import { countedText, countText } from '#ui/values/number-text.ts';
import { useStore } from '#ui/state/store.ts';
import { ClockProvider } from '#ui/values/times.tsx';
import { describeAppError } from '#shared/app-error-text.ts';
import { useConsoleState } from '../../../api/profiles.ts';
import { type ExportFormat, exportFormats } from '../../../components/export/export-choice.ts';
import { useStartExport } from '../../../components/export/use-start-export.ts';
import { useOpenPlace } from '../../../components/listing/open-place.ts';
import '../../../components/listing/listing-page.css';
import {
  selectableRows,
  tableSelection,
  SelectionNotice,
  useIsSelecting,
} from '../../../components/listing/selection/selected-rows.ts';
import { idListText } from '../../../components/migration/id-list-text.ts';
import { idsIn } from '../../../components/migration/ids-in.ts';
import { copyRichText } from '../../../components/migration/rich-text.ts';
import { useWatch } from '../../../components/migration/use-watch.ts';
import { ParentLink } from '../../../components/parent-link.tsx';
import { LazyDrawer } from '../drawer/lazy-drawer.tsx';
import { IdForm } from './id-form.tsx';
import { IdResults } from './id-results.tsx';
import { fileRow, type IdKind, type IdOrder, type IdRow, idRowsOf, kindOf, listText, shownRows } from './id-rows.ts';
import { useLookup } from './use-lookup.ts';

const SelectionBar = lazy(() =>
  import('../selection/selection-bar.tsx').then(({ SelectionBar: Bar }) => ({ default: Bar })),
);

const noRows: readonly IdRow[] = [];

export const IdsPage = () => {
  const profile = useConsoleState()?.profile;
  const navigate = useNavigate({ from: '/migrations/ids' });
  const openId = useSearch({ from: '/migrations/ids' }).open ?? null;
  const { text, isRequested } = useStore(idListText);
  const parsedIds = useMemo(() => idsIn(text), [text]);
  const { lookup, start: startLookup, tell, clear } = useLookup();
  const [kindChoice, setKindChoice] = useState<{ readonly list: string; readonly kind: IdKind | null } | null>(null);
  const [order, setOrder] = useState<IdOrder>('As pasted');
  const { obstacle, watchAll } = useWatch();
  const { start, error } = useStartExport(() => undefined);

  const onAsked = useEffectEvent(() => {
    idListText.set({ text, isRequested: false });
    startLookup(parsedIds.ids);
  });
  const canStart = isRequested && profile !== undefined;
  useEffect(() => {
    if (canStart) onAsked();
  }, [canStart]);
  useEffect(() => {
    if (error) showToast(error.detail ?? describeAppError(error).title, 'note');
  }, [error]);

  // Duplicate IDs in the current input, which the user can edit after the lookup.
  const repeatedIds = useDeferredValue(parsedIds.repeated);
  const rows = useMemo(() => (lookup ? idRowsOf(lookup, repeatedIds) : noRows), [lookup, repeatedIds]);
  // A new list starts without a status filter. A filter that matches no line is ignored.
  const wantedKind = kindChoice && kindChoice.list === lookup?.list ? kindChoice.kind : null;
  const kind = rows.some((row) => kindOf(row) === wantedKind) ? wantedKind : null;
  const shownIdRows = useMemo(() => shownRows(rows, kind, order), [rows, kind, order]);
  const migrations = useMemo(() => shownIdRows.flatMap(({ migration }) => migration ?? []), [shownIdRows]);

  const foundRows = useMemo(() => rowListOf(migrations), [migrations]);
  const place = useOpenPlace({ rows: foundRows, scope: 'in this list' }, openId, 0);
  const list = lookup?.list;
  // oxlint-disable-next-line react/exhaustive-deps -- the selection belongs to one list
  const store = useMemo(() => createSelection(lookupLimits.ids), [list]);
  const isSelecting = useIsSelecting(store);
  const selectable = useMemo(
    () =>
      selectableRows(
        'list',
        shownIdRows.map(({ id }) => id),
      ),
    [shownIdRows],
  );

  const openRow = (id: string | null, how: 'open' | 'move' = 'open'): void =>
    void navigate({ search: id === null ? {} : { open: id }, replace: how === 'move' });
  const actions = {
    openId,
    open: (id: string, how: 'open' | 'move') => {
      if (how === 'move' || migrations.some((migration) => migration.id === id)) openRow(id, how);
    },
    close: () => openRow(null),
    rowJson: (row: IdRow) => migrationJson(fileRow(row)),
    selection: tableSelection(store, selectable),
  };
  const watchedIds = migrations.map(({ id }) => id);
  const noRowsText = shownIdRows.length === 0 ? 'No results yet' : null;
  const exportAs = (format: ExportFormat): void => {
    if (!lookup) return;
    start({
      resource: 'migrations',
      scope: 'chosen',
      format,
      query: {},
      chosen: { profileId: lookup.profileId, ids: shownIdRows.map(({ id }) => id), rows: shownIdRows.map(fileRow) },
    });
  };

  return (
    <ClockProvider>
      <div className="listing fill" data-drawer={openId === null ? undefined : true}>
        <section
          className="listing-main stack fill ids"
          aria-label="List of IDs"
          aria-busy={lookup?.phase === 'asking' || undefined}
        >
          <SelectionNotice store={store} />
          <PageHead
            title="List of IDs"
            parent={<ParentLink to="/migrations">Migrations</ParentLink>}
            actions={
              <>
                <Button
                  icon={Eye}
                  disabledBecause={
                    noRowsText ??
                    (watchedIds.length === 0 ? 'None of these migrations were found' : obstacle(watchedIds))
                  }
                  onPress={() => watchAll(watchedIds)}
                >
                  Watch all
                </Button>
                <Button
                  icon={Copy}
                  disabledBecause={noRowsText}
                  onPress={() =>
                    void copyRichText(
                      listText(shownIdRows),
                      `${countedText(shownIdRows.length, 'row')} copied as a table`,
                    )
                  }
                >
                  Copy
                </Button>
                {noRowsText ? (
                  <Button icon={Download} disabledBecause={noRowsText}>
                    Export
                  </Button>
                ) : (
                  <MenuButton
                    name="Export"
                    className="button secondary regular"
                    icon={Download}
                    parts={() => [
                      {
                        kind: 'actions',
                        lines: exportFormats.map(({ value, label }) => ({
                          id: value,
                          label,
                          run: () => exportAs(value),
                        })),
                      },
                    ]}
                  >
                    Export
                  </MenuButton>
                )}
              </>
            }
          />
          <div className="ids-body">
            <IdForm
              text={text}
              found={parsedIds}
              onText={(next) => idListText.set({ text: next, isRequested: false })}
              onLookup={() => startLookup(parsedIds.ids)}
              onClear={() => {
                idListText.set({ text: '', isRequested: false });
                clear();
              }}
            />
            <div className="ids-right stack">
              {lookup ? (
                <IdResults
                  {...{ lookup, rows, shown: shownIdRows, kind, order, actions }}
                  onKind={(next) => setKindChoice({ list: lookup.list, kind: next })}
                  onOrder={setOrder}
                  selectionBar={
                    isSelecting ? (
                      <Suspense fallback={<footer className="pager row hint rigid" />}>
                        <SelectionBar
                          {...{ selectable, store, profileId: lookup.profileId }}
                          allOf=""
                          known={new Map(rows.map((row) => [row.id, fileRow(row)]))}
                          isFound={(id) => lookup.answers.get(id)?.result === 'found'}
                          isRowOpen={openId !== null}
                          exported={{ query: {}, filters: 0, page: null, isSelectionOnly: true }}
                        >
                          <span className="pager-rows number">{countText(shownIdRows.length)} lines</span>
                        </SelectionBar>
                      </Suspense>
                    ) : null
                  }
                  onEvent={tell}
                  onAgain={() => startLookup(lookup.ids)}
                />
              ) : (
                <div className="listing-middle scroller stack">
                  <MessageBlock icon={ListChecks} title="Look up migrations by ID">
                    Paste a spreadsheet column, an email or links. The list shows each migration's current status.
                  </MessageBlock>
                </div>
              )}
            </div>
          </div>
        </section>
        {openId === null ? null : (
          <LazyDrawer id={openId} place={place} onMove={(id) => openRow(id, 'move')} onClose={() => openRow(null)} />
        )}
      </div>
    </ClockProvider>
  );
};
