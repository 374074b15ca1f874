import { useNavigate } from '@tanstack/react-router';
import { Building2, Ship } from 'lucide-react';
import { useCallback } from 'react';
import type { RowMenuMore } from '#ui/table/use-row-menu.tsx';
import { ListPage } from '../../components/list-page/list-page.tsx';
import type { RowActions } from '../../components/listing/list-definition.ts';
import { useListView } from '../../components/listing/list-view.ts';
import { companiesList } from './companies-list.tsx';
import './companies-page.css';

const useCompanyActions = (): RowActions => {
  const navigate = useNavigate();
  const open = useCallback((id: string) => void navigate({ to: '/companies/$id', params: { id } }), [navigate]);
  const show = (id: string): void => void navigate({ to: '/migrations', search: { company: [id] } });
  const menuMore: RowMenuMore = (id) => ({
    kind: 'actions',
    ariaName: 'This company',
    lines: [
      { id: 'open', label: 'Open company page', icon: Building2, keys: ['Enter'], run: () => open(id) },
      { id: 'migrations', label: 'Show migrations', icon: Ship, run: () => show(id) },
    ],
  });
  return { openId: null, open, menuMore };
};

export const CompaniesPage = () => {
  const view = useListView(companiesList);
  const actions = useCompanyActions();
  return <ListPage definition={companiesList} view={view} actions={actions} />;
};
