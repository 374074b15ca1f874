import { ListPage } from '../../components/list-page/list-page.tsx';
import { useListView } from '../../components/listing/list-view.ts';
import { companiesList } from './companies-list.tsx';
import { useCompanyActions } from './use-company-actions.ts';
import './companies-page.css';

export const CompaniesPage = () => {
  const view = useListView(companiesList);
  const actions = useCompanyActions();
  return <ListPage definition={companiesList} view={view} actions={actions} />;
};
