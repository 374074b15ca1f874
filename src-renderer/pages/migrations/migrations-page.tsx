import { ListPage } from '../../components/listing/list-page.tsx';
import { useListView } from '../../components/listing/list-view.ts';
import { migrationsList } from './migrations-list.tsx';
import { useMigrationActions } from './use-migration-actions.tsx';
import './migrations-page.css';

/** The migrations of the organization, page by page or all that are loaded, and one of them in the drawer. */
export const MigrationsPage = () => {
  const view = useListView(migrationsList);
  const actions = useMigrationActions(view);
  return <ListPage definition={migrationsList} view={view} actions={actions} />;
};
