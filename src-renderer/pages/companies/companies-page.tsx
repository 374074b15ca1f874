import { ListPage } from '../../components/list-page.tsx';
import { useListView } from '../../components/listing/list-view.ts';
import { companiesList } from './companies-list.tsx';
import { useCompanyActions } from './use-company-actions.ts';
import './companies-page.css';

/** The companies of the organization, page by page or all that are loaded. */
export const CompaniesPage = () => {
  const view = useListView(companiesList);
  const actions = useCompanyActions();
  return <ListPage definition={companiesList} view={view} actions={actions} />;
};
