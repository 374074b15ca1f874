import {
  BookOpen,
  Building2,
  ChevronsUpDown,
  CircleUserRound,
  Eye,
  Key,
  LogOut,
  type LucideIcon,
  Menu,
  MonitorSmartphone,
  Network,
  PauseCircle,
  ScrollText,
  Users,
  Webhook,
} from 'lucide-react';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { FerryMark } from '#ui/brand/ferry-mark.tsx';
import { IconButton } from '#ui/controls/controls.tsx';
import { EnvironmentLine, EnvironmentTag } from '#ui/environment/environment-tag.tsx';
import { MenuButton } from '#ui/menu/menu-button.tsx';
import { Banner } from '#ui/messages/messages.tsx';
import { showToast } from '#ui/messages/toast.tsx';
import '#ui/page/panel.css';
import '#ui/sidebar/nav.css';
import '#ui/sidebar/switcher.css';
import { tip } from '#ui/tooltip/tip.ts';
import { call, sentenceOf } from '../api/call.ts';
import { environmentOf, noOrganization, useDashboard } from '../api/session.ts';
import { roleNames } from '../components/role-select.tsx';
import { Tile } from '../components/tile.tsx';
import { AccountPage } from '../pages/account/account-page.tsx';
import { EnrollPage } from '../pages/account/enroll-page.tsx';
import { AuditPage } from '../pages/audit/audit-page.tsx';
import { KeysPage } from '../pages/keys/keys-page.tsx';
import { OrganizationsPage } from '../pages/organizations/organizations-page.tsx';
import { OrganizationPage } from '../pages/organization/organization-page.tsx';
import { PeoplePage } from '../pages/people/people-page.tsx';
import { SessionsPage } from '../pages/sessions/sessions-page.tsx';
import { WebhooksPage } from '../pages/webhooks/webhooks-page.tsx';
import { hrefOf, type PageName } from '../navigation/route.ts';
import './side.css';
import './organization-card.css';
import './side-nav.css';
import './page-frame.css';
import './words.css';

const pages: Readonly<
  Record<PageName, { readonly label: string; readonly icon: LucideIcon; readonly Page: () => React.JSX.Element }>
> = {
  keys: { label: 'API keys', icon: Key, Page: KeysPage },
  webhooks: { label: 'Webhooks', icon: Webhook, Page: WebhooksPage },
  people: { label: 'People', icon: Users, Page: PeoplePage },
  sessions: { label: 'Sessions', icon: MonitorSmartphone, Page: SessionsPage },
  audit: { label: 'Audit log', icon: ScrollText, Page: AuditPage },
  organization: { label: 'Organization', icon: Building2, Page: OrganizationPage },
  organizations: { label: 'Organizations', icon: Network, Page: OrganizationsPage },
  account: { label: 'My account', icon: CircleUserRound, Page: AccountPage },
};
const mainPages: readonly PageName[] = ['keys', 'webhooks', 'people', 'sessions', 'audit', 'organization'];
/** Pages that need no organization. */
const ownPages: readonly PageName[] = ['account', 'sessions', 'organizations'];

const PageLink = ({ name, current }: { readonly name: PageName; readonly current: PageName }) => {
  const { organization } = useDashboard();
  const { label, icon: Icon } = pages[name];
  return (
    <a
      className={`nav-link side-${name}`}
      href={hrefOf(organization.id, name)}
      aria-current={name === current ? 'page' : undefined}
      {...tip(label, { side: 'right', whenCut: true })}
    >
      <Icon size={16} aria-hidden="true" />
      <span className="nav-word">{label}</span>
    </a>
  );
};

const OrganizationCard = ({ page }: { readonly page: PageName }) => {
  const { session, organization } = useDashboard();
  const environment = environmentOf(organization);
  return (
    <MenuButton
      name={`Organization: ${organization.name}, ${environment}`}
      className="switcher row rigid"
      placement="bottom start"
      parts={() => [
        {
          kind: 'one',
          head: 'Organizations',
          lines: session.organizations.map(({ id, name, production }) => ({
            id,
            label: name,
            note: production ? 'Production' : 'Test',
          })),
          chosen: [organization.id],
          onChoose: ([id]) => {
            if (id !== undefined) location.hash = hrefOf(id, page);
          },
        },
      ]}
    >
      <Tile name={organization.name} environment={environment} />
      <span className="switcher-words stack grow">
        <span className="switcher-name truncate">{organization.name}</span>
        <EnvironmentTag environment={environment} />
      </span>
      <ChevronsUpDown size={14} className="switcher-chevron muted" aria-hidden="true" />
    </MenuButton>
  );
};

const useSignOut = (onSignedOut: () => void) => {
  const client = useQueryClient();
  return async (): Promise<void> => {
    try {
      await call('signOut');
    } catch (error) {
      showToast(sentenceOf(error), 'note');
      return;
    }
    onSignedOut();
    location.hash = '#/';
    await client.resetQueries();
  };
};

/** Shows members why their organization is suspended. */
const SuspendedBanner = () => {
  const { name, suspended } = useDashboard().organization;
  return suspended === null ? null : (
    <Banner tone="warning" icon={PauseCircle} title={`${name} is suspended.`}>
      {suspended.reason === '' ? '' : `Reason: ${suspended.reason}. `}API keys, the modal and webhooks don't work, and
      you can't change anything. Ask the operator of this service to resume it.
    </Banner>
  );
};

export const Shell = ({
  page: wantedPage,
  onSignedOut,
}: {
  readonly page: PageName;
  readonly onSignedOut: () => void;
}) => {
  const { session, organization } = useDashboard();
  const signOut = useSignOut(onSignedOut);
  const main = useRef<HTMLElement>(null);
  const hasOrganization = organization.id !== noOrganization.id;
  const isAllowed =
    wantedPage === 'organizations' ? session.isInstanceAdmin : hasOrganization || ownPages.includes(wantedPage);
  const page = isAllowed ? wantedPage : hasOrganization ? 'keys' : 'organizations';
  const shownPage = useRef(page);
  const { Page } = pages[page];
  // Stays true after the second factor is on, because the enrolling page still shows the backup codes.
  const [isEnrolling, setIsEnrolling] = useState(false);
  if (organization.mustEnroll && !isEnrolling) setIsEnrolling(true);
  const isEnrollPage = isEnrolling && page !== 'account' && page !== 'sessions';
  const label = isEnrollPage ? 'One more step' : pages[page].label;
  const endEnrolling = (): void => {
    setIsEnrolling(false);
    main.current?.focus();
  };
  useEffect(() => {
    document.title = `${label} · ${organization.name} · Ferry Dashboard`;
    if (shownPage.current !== page) main.current?.focus();
    shownPage.current = page;
  }, [label, organization.name, page]);
  const pageItem = (id: PageName) => ({
    id,
    label: pages[id].label,
    icon: pages[id].icon,
    run: () => {
      location.hash = hrefOf(organization.id, id);
    },
  });
  const moreItems = [
    pageItem('sessions'),
    hasOrganization && pageItem('organization'),
    session.isInstanceAdmin && pageItem('organizations'),
    {
      id: 'documentation',
      label: 'Documentation',
      icon: BookOpen,
      run: () => {
        location.href = '../docs';
      },
    },
    pageItem('account'),
    { id: 'sign-out', label: 'Sign out', icon: LogOut, run: () => void signOut() },
  ];
  return (
    <div className="dashboard">
      <EnvironmentLine environment={environmentOf(organization)} />
      <aside className="side stack shrink" aria-label="Organization and account">
        <p className="side-brand row">
          <FerryMark size={22} />
          <strong>Ferry</strong> <span className="hint">Dashboard</span>
        </p>
        <OrganizationCard page={page} />
        <nav className="nav stack" aria-label="Dashboard">
          {[
            ...(hasOrganization ? mainPages : (['sessions'] as const)),
            ...(session.isInstanceAdmin ? (['organizations'] as const) : []),
          ].map((name) => (
            <PageLink key={name} name={name} current={page} />
          ))}
          <MenuButton
            name="More"
            className="nav-link side-more"
            placement="bottom start"
            parts={() => [{ kind: 'actions', lines: moreItems }]}
          >
            <Menu size={16} aria-hidden="true" />
            <span className="nav-word">More</span>
          </MenuButton>
          <span className="nav-space" />
          <a className="nav-link side-docs" href="../docs" {...tip('Documentation', { side: 'right', whenCut: true })}>
            <BookOpen size={16} aria-hidden="true" />
            <span className="nav-word">Documentation</span>
          </a>
          <PageLink name="account" current={page} />
        </nav>
        <div className="side-person row rigid">
          <Tile name={session.person.name} kind="person" />
          <span className="side-person-words grow">
            <strong className="truncate">{session.person.name}</strong>
            <span>
              {session.isInstanceAdmin && !hasOrganization ? 'Instance administrator' : roleNames[organization.role]}
            </span>
          </span>
          <IconButton label="Sign out" icon={LogOut} variant="ghost" onPress={() => void signOut()} />
        </div>
      </aside>
      <main ref={main} className="panel stack" tabIndex={-1} aria-label={label}>
        {ownPages.includes(page) ? null : <SuspendedBanner />}
        {organization.role === 'support' && !ownPages.includes(page) && !isEnrolling ? (
          <p className="role-note row hint rigid">
            <Eye size={14} aria-hidden="true" />
            You have the support role: you can view this page but not change anything.
          </p>
        ) : null}
        {isEnrollPage ? <EnrollPage onDone={endEnrolling} /> : <Page />}
      </main>
    </div>
  );
};
