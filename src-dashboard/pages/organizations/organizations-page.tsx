import { Building2, MoreHorizontal, Plus } from 'lucide-react';
import { useState } from 'react';
import { organizationsPerPage } from '#shared/dashboard-api/limits.ts';
import type { CallReply } from '#shared/dashboard-api/dashboard-calls.ts';
import { Button } from '#ui/controls/controls.tsx';
import { EnvironmentTag } from '#ui/environment/environment-tag.tsx';
import { MenuButton } from '#ui/menu/menu-button.tsx';
import { MessageBlock } from '#ui/messages/messages.tsx';
import { tip } from '#ui/tooltip/tip.ts';
import { environmentOf, useRead } from '../../api/session.ts';
import { LinkDialog } from '../../components/link-dialog.tsx';
import { ListPage, RowTable } from '../../components/list-page.tsx';
import { Pager } from '../../components/pager.tsx';
import { SearchField } from '../../components/search-field.tsx';
import {
  CreateOrganization,
  type ManagedOrganization,
  type OrganizationAction,
  OrganizationDialog,
} from './organization-dialogs.tsx';
import './organizations-page.css';

interface RowProps {
  readonly organization: ManagedOrganization;
  readonly onAct: (action: OrganizationAction) => void;
}

const OrganizationRow = ({ organization, onAct }: RowProps) => {
  const { name, production, suspended, members, keys, migrations, isFirst } = organization;
  const line = (id: OrganizationAction, label: string) => ({ id, label, run: () => onAct(id) });
  const lines = [
    line('rename', 'Rename…'),
    suspended === null ? line('suspend', 'Suspend…') : line('resume', 'Resume…'),
    !isFirst && line('delete', 'Delete…'),
  ];
  return (
    <tr className="data-row organization-row">
      <td className="organization-name text-strong truncate">
        <span {...tip(name, { whenCut: true })}>{name}</span>
      </td>
      <td className="organization-state">
        <EnvironmentTag environment={environmentOf({ production })} />
        {suspended === null ? null : (
          <>
            <span className="word-tag">suspended</span>
            <span className="hint truncate" {...tip(suspended.reason, { whenCut: true })}>
              {suspended.reason || 'No reason given'}
            </span>
          </>
        )}
      </td>
      {(
        [
          [members, 'member'],
          [keys, 'key'],
          [migrations, 'migration'],
        ] as const
      ).map(([count, noun]) => (
        <td key={noun} className="organization-count number">
          {count.toLocaleString('en')} <span className="phone-word">{count === 1 ? noun : `${noun}s`}</span>
        </td>
      ))}
      <td className="organization-actions">
        <MenuButton
          name={`Actions for ${name}`}
          className="icon-button ghost small"
          icon={MoreHorizontal}
          parts={() => [{ kind: 'actions', lines }]}
        />
      </td>
    </tr>
  );
};

type Dialog =
  | { readonly kind: 'create' }
  | { readonly kind: 'link'; readonly email: string; readonly link: CallReply<'createOrganization'> }
  | { readonly kind: 'act'; readonly organization: ManagedOrganization; readonly action: OrganizationAction };

/** Only instance administrators see this page. */
export const OrganizationsPage = () => {
  const [search, setSearch] = useState('');
  const [page, setPage] = useState(1);
  const query = useRead(
    'listOrganizations',
    `?${String(new URLSearchParams({ search, page: String(page) }))}`,
    {},
    'keeps rows',
  );
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const close = (): void => setDialog(null);
  const total = query.data?.total ?? 0;
  const pages = Math.max(1, Math.ceil(total / organizationsPerPage));
  return (
    <>
      <ListPage
        title="Organizations"
        count={query.data?.total ?? null}
        actions={
          <Button variant="primary" icon={Plus} onPress={() => setDialog({ kind: 'create' })}>
            Create organization
          </Button>
        }
        filters={
          <SearchField
            label="Find by name or ID"
            value={search}
            onChange={(text) => {
              setSearch(text);
              setPage(1);
            }}
          />
        }
        query={query}
        what="The organizations"
        foot={
          <>
            <span>
              Page {page} of {pages}
            </span>
            <Pager
              label="Organizations pages"
              steps={[
                ['Previous page', page > 1 ? null : 'This is the first page', () => setPage(page - 1)],
                ['Next page', page < pages ? null : 'This is the last page', () => setPage(page + 1)],
              ]}
            />
          </>
        }
      >
        {({ organizations }) =>
          organizations.length === 0 ? (
            <MessageBlock
              icon={Building2}
              title={search === '' ? 'No organizations on this page' : 'No matching organizations'}
            >
              {search === '' ? 'Go back one page.' : 'Search for another part of the name, or for the ID.'}
            </MessageBlock>
          ) : (
            <div className="table-scroll">
              <RowTable
                label="Organizations"
                className="organizations-table phone-table"
                columns={[
                  ['Name'],
                  ['State', 'organization-state'],
                  ['Members', 'organization-count'],
                  ['API keys', 'organization-count'],
                  ['Migrations', 'organization-count'],
                  ['Actions', 'organization-actions'],
                ]}
              >
                {organizations.map((organization) => (
                  <OrganizationRow
                    key={organization.id}
                    organization={organization}
                    onAct={(action) => setDialog({ kind: 'act', organization, action })}
                  />
                ))}
              </RowTable>
            </div>
          )
        }
      </ListPage>
      {dialog?.kind === 'create' ? (
        <CreateOrganization onLink={(email, link) => setDialog({ kind: 'link', email, link })} onClose={close} />
      ) : null}
      {dialog?.kind === 'link' ? <LinkDialog {...dialog} onClose={close} /> : null}
      {dialog?.kind === 'act' ? <OrganizationDialog {...dialog} onClose={close} /> : null}
    </>
  );
};
