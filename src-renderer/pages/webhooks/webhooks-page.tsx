import { Link, useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { type ComponentProps, type ReactNode, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { describeAppError } from '#shared/app-error-text.ts';
import { EnvironmentTag } from '#ui/environment/environment-tag.tsx';
import { type BodyRead, type WebhooksPort, WebhooksPortProvider } from '#ui/webhooks/webhooks-port.ts';
import { appErrorOf, useConsole } from '../../api/console-api.ts';
import { useConsoleState } from '../../api/profiles.ts';
import { readOnlyReason } from '../../components/read-only.tsx';
import { useDeliveryBody, useEndpoints, useRefetch } from './service/use-webhooks.ts';
import { changeErrorText, refusedFieldOf } from './service/webhook-errors.ts';
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components';
import { lazyPart } from '#ui/state/lazy-part.tsx';
import { tip } from '#ui/tooltip/tip.ts';
import { countText } from '#ui/values/number-text.ts';
import { failedCount } from '#ui/webhooks/endpoint-words.ts';
import { type WebhookTab, webhookTabs } from './service/webhooks-search.ts';
import '#ui/page/page-head.css';
import './webhooks-page.css';

const BodyReader = ({ id, render }: { readonly id: string; readonly render: (read: BodyRead) => ReactNode }) => {
  const { data, error, busy, again } = useDeliveryBody(id);
  const isMissing = error?.code === 'not_found';
  return render({
    body: data,
    problem: isMissing
      ? "Not available: the delivery was deleted, or this service doesn't store bodies."
      : error && `${describeAppError(error).title}.`,
    onRetry: error && !isMissing ? again : undefined,
    busy,
  });
};

const withBody: WebhooksPort['withBody'] = (id, render) => <BodyReader id={id} render={render} />;

const ConsoleWebhooks = ({ children }: { readonly children: ReactNode }) => {
  const { api } = useConsole();
  const { history } = useRouter();
  const state = useConsoleState();
  const readAgain = useRefetch();
  const blocked = readOnlyReason(state);
  const isProduction = state?.profile.environment === 'production';
  const isBuiltIn = state?.profile.builtIn ?? false;
  const port = useMemo(
    (): WebhooksPort => ({
      blocked,
      confirmsChanges: isProduction,
      tag: isProduction ? <EnvironmentTag environment="production" /> : null,
      addressHelp: isBuiltIn ? 'Use https, or http on loopback.' : 'Use https and a public host.',
      secretHelp: (
        <p>
          The receivers on the Code tab read the secret from <code className="mono">FERRY_WEBHOOK_SECRET</code>.
        </p>
      ),
      addEndpoint: (settings) => api.webhooks.addEndpoint({ ...settings, confirmed: true }),
      changeEndpoint: (id, changes) => api.webhooks.changeEndpoint({ id, ...changes, confirmed: true }),
      removeEndpoint: (id) => api.webhooks.removeEndpoint({ id, confirmed: true }),
      rotateSecret: (id) => api.webhooks.rotateSecret({ id, confirmed: true }),
      testEndpoint: (id) => api.webhooks.testEndpoint({ id, confirmed: true }),
      replayDelivery: (id) => api.webhooks.replayDelivery({ id, confirmed: true }),
      replayFailed: (endpoint, since) => api.webhooks.replayFailed({ endpoint, since, confirmed: true }),
      readAgain,
      faultOf: (thrown) => {
        const error = appErrorOf(thrown);
        return { text: changeErrorText(error), field: refusedFieldOf(error) };
      },
      withBody,
      holdPage: (isHeld, onHeld) =>
        history.block({
          blockerFn: () => {
            if (!isHeld()) return false;
            onHeld();
            return true;
          },
          enableBeforeUnload: isHeld,
        }),
      renderMigration: (id) => (
        <Link to="/migrations" search={(before) => ({ ...before, open: id })} className="delivery-link mono truncate">
          {id}
        </Link>
      ),
    }),
    [api, history, blocked, isProduction, isBuiltIn, readAgain],
  );
  return <WebhooksPortProvider value={port}>{children}</WebhooksPortProvider>;
};

const ListenTab = lazyPart(() => import('./listen/listen-tab.tsx'), 'ListenTab');
const CheckTab = lazyPart(() => import('./check/check-tab.tsx'), 'CheckTab');
const CodeTab = lazyPart(() => import('./code/code-tab.tsx'), 'CodeTab');
const EndpointsTab = lazyPart(() => import('./service/endpoints-tab.tsx'), 'EndpointsTab');
const DeliveriesTab = lazyPart(() => import('./service/deliveries-tab.tsx'), 'DeliveriesTab');

const labels: Record<WebhookTab, string> = {
  listen: 'Listen',
  endpoints: 'Endpoints',
  deliveries: 'Deliveries',
  check: 'Check a signature',
  code: 'Code',
};

const TabCount = ({ tab }: { readonly tab: WebhookTab }) => {
  const endpoints = useEndpoints('slowly').data?.results;
  if (endpoints === undefined || endpoints.length === 0) return null;
  if (tab === 'endpoints') return <span className="webhook-count number">{countText(endpoints.length)}</span>;
  const failedTotal = failedCount(endpoints);
  if (tab !== 'deliveries' || failedTotal === 0) return null;
  return (
    <span
      className="webhook-count number"
      data-tone="bad"
      {...tip('Among the last 100 deliveries of each enabled endpoint')}
    >
      {countText(failedTotal)} failed
    </span>
  );
};

const useOnProfileSwitch = (profileId: string | undefined, onSwitch: () => void): void => {
  const lastProfileId = useRef(profileId);
  const reportSwitch = useEffectEvent(onSwitch);
  useEffect(() => {
    if (lastProfileId.current !== undefined && lastProfileId.current !== profileId) reportSwitch();
    lastProfileId.current = profileId;
  }, [profileId]);
};

export const WebhooksPage = () => {
  const { tab, ...filter } = useSearch({ from: '/webhooks' });
  const navigate = useNavigate({ from: '/webhooks' });
  const profileId = useConsoleState()?.profile.id;
  /** Input for "Check a signature". Never stored, because it contains a secret. */
  const [checkInput, setCheckInput] = useState<{
    readonly profileId: string | undefined;
    readonly message: ComponentProps<typeof CheckTab>['message'];
  } | null>(null);
  const show = (next: WebhookTab): void =>
    void navigate({ search: (before) => ({ ...before, tab: next }), replace: true });
  // Another profile's service knows neither the endpoint nor the migration.
  useOnProfileSwitch(profileId, () => {
    setCheckInput(null);
    if (filter.endpoint !== null || filter.migration !== null)
      void navigate({ search: (before) => ({ ...before, endpoint: null, migration: null }), replace: true });
  });
  const [actionsPlace, setActionsPlace] = useState<HTMLElement | null>(null);
  return (
    <Tabs
      className="webhooks fill stack"
      selectedKey={tab}
      onSelectionChange={(key) => {
        setCheckInput(null);
        show(webhookTabs.find((webhookTab) => webhookTab === key) ?? webhookTabs[0]);
      }}
    >
      <header className="page-head row rigid">
        <h1>Webhooks</h1>
        <p className="webhooks-about shrink muted truncate">Every status change, as your backend receives it.</p>
        <div className="gap-12 push-end row rigid" ref={setActionsPlace} />
      </header>
      <TabList aria-label="Webhooks sections" className="webhook-tabs">
        {webhookTabs.map((webhookTab) => (
          <Tab key={webhookTab} id={webhookTab} className="webhook-tab gap-7 text-medium row muted rigid">
            {labels[webhookTab]}
            {webhookTab === 'endpoints' || webhookTab === 'deliveries' ? <TabCount tab={webhookTab} /> : null}
          </Tab>
        ))}
      </TabList>
      <TabPanel id="listen" className="inset-focus stack fill">
        <ListenTab
          key={profileId}
          actionsPlace={actionsPlace}
          onCheck={(message) => {
            setCheckInput({ profileId, message });
            show('check');
          }}
        />
      </TabPanel>
      <ConsoleWebhooks>
        <TabPanel id="endpoints" className="inset-focus stack fill">
          <EndpointsTab
            actionsPlace={actionsPlace}
            onDeliveries={(endpoint) =>
              void navigate({ search: { tab: 'deliveries', endpoint, state: null, migration: null } })
            }
          />
        </TabPanel>
        <TabPanel id="deliveries" className="inset-focus stack fill">
          <DeliveriesTab
            key={profileId}
            filter={filter}
            onFilter={(next) => void navigate({ search: { tab: 'deliveries', ...next }, replace: true })}
          />
        </TabPanel>
      </ConsoleWebhooks>
      <TabPanel id="check" className="inset-focus stack fill">
        <CheckTab
          key={profileId}
          actionsPlace={actionsPlace}
          message={checkInput?.profileId === profileId ? (checkInput?.message ?? null) : null}
        />
      </TabPanel>
      <TabPanel id="code" className="inset-focus stack fill">
        <CodeTab />
      </TabPanel>
    </Tabs>
  );
};
