import { rowsByIds } from '#shared/list-limits.ts';
import type { ListedMigration } from '#shared/console-contract/migrations-calls.ts';
import { useConsole } from '../../../api/console-api.ts';
import { useConsoleState } from '../../../api/profiles.ts';
import { useLoadedState } from '../../../api/loaded.ts';
import { loadAllLabel, useLoadAll } from '../../../components/load/use-load-all.tsx';
import type { ListDefinition } from '../../../components/listing/list-definition.ts';
import { SelectionBar } from './selection-bar.tsx';

type Bar = NonNullable<ListDefinition<'migrations'>['SelectionBar']>;

const PageOnlyNotice = ({ total, onShow }: { readonly total: number | null; readonly onShow: () => void }) => {
  const { press } = useLoadAll('migrations', onShow);
  return (
    <>
      <span className="selection-scope">This page only</span>
      <button type="button" className="link-button number" onClick={press}>
        {loadAllLabel(total)}
      </button>
    </>
  );
};

export const MigrationsSelection: Bar = ({ list, total, selectable, exported, children }) => {
  const { api } = useConsole();
  const profileId = useConsoleState()?.profile.id ?? '';
  const { rows: loaded = 0, phase } = useLoadedState('migrations') ?? {};
  const { definition, view, actions } = list;
  const { store, values } = list.selected;
  const isPage = exported.page !== null;

  const readRows = async (ids: readonly string[]): Promise<readonly ListedMigration[]> => {
    const migrationsById = new Map<string, ListedMigration>(values);
    const requestedCount = loaded > 0 ? ids.length : 0;
    for (let at = 0; at < requestedCount; at += rowsByIds) {
      const reply = await api.loaded.byIds({ ids: ids.slice(at, at + rowsByIds) });
      if (reply.profileId === profileId) for (const row of reply.rows) migrationsById.set(row.id, row);
    }
    return ids.flatMap((id) => migrationsById.get(id) ?? []);
  };
  return (
    <SelectionBar
      {...{ store, selectable, profileId }}
      allOf={isPage ? 'on this page' : phase === 'complete' ? '' : 'loaded'}
      beyond={
        isPage && total !== selectable.count ? (
          <PageOnlyNotice total={total} onShow={() => view.change({ view: 'all' })} />
        ) : null
      }
      isRowOpen={actions.openId !== null}
      known={values}
      readRows={readRows}
      exported={{ ...exported, filters: definition.filters.active(view.filters) }}
    >
      {children}
    </SelectionBar>
  );
};
