import { ListPage } from '../../components/list-page/list-page.tsx';
import { useListView } from '../../components/listing/list-view.ts';
import { migrationsList } from './migrations-list.tsx';
import { usePasteIds } from './find/use-paste-ids.ts';
import { useMigrationActions } from './use-migration-actions.tsx';
import './migrations-page.css';

export const MigrationsPage = () => {
  const view = useListView(migrationsList);
  const actions = useMigrationActions(view);
  usePasteIds();
  return <ListPage definition={migrationsList} view={view} actions={actions} />;
};
