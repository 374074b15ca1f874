import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ComponentProps, lazy, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react';
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components';
import { tip } from '#ui/tooltip/tip.ts';
import { countText } from '#ui/values/number-text.ts';
import { useConsoleState } from '../../api/profiles.ts';
import { failedCount } from '#ui/webhooks/endpoint-words.ts';
import { ConsoleWebhooks } from './service/console-webhooks.tsx';
import { useEndpoints } from './service/use-webhooks.ts';
import { type WebhookTab, webhookTabs } from './webhooks-search.ts';
import '#ui/page/page-head.css';
import './webhooks-page.css';

const ListenTab = lazy(() => import('./listen/listen-tab.tsx').then(({ ListenTab: Part }) => ({ default: Part })));
const CheckTab = lazy(() => import('./check/check-tab.tsx').then(({ CheckTab: Part }) => ({ default: Part })));
const CodeTab = lazy(() => import('./code/code-tab.tsx').then(({ CodeTab: Part }) => ({ default: Part })));
const EndpointsTab = lazy(() =>
  import('./service/endpoints-tab.tsx').then(({ EndpointsTab: Part }) => ({ default: Part })),
);
const DeliveriesTab = lazy(() =>
  import('./service/deliveries-tab.tsx').then(({ DeliveriesTab: Part }) => ({ default: Part })),
);

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
        <p className="webhooks-about truncate">Every status change, as your backend receives it.</p>
        <div className="page-actions row rigid" ref={setActionsPlace} />
      </header>
      <TabList aria-label="Webhooks sections" className="webhook-tabs">
        {webhookTabs.map((webhookTab) => (
          <Tab key={webhookTab} id={webhookTab} className="webhook-tab row muted rigid">
            {labels[webhookTab]}
            {webhookTab === 'endpoints' || webhookTab === 'deliveries' ? <TabCount tab={webhookTab} /> : null}
          </Tab>
        ))}
      </TabList>
      <TabPanel id="listen" className="webhooks-panel stack fill">
        <Suspense>
          <ListenTab
            key={profileId}
            actionsPlace={actionsPlace}
            onCheck={(message) => {
              setCheckInput({ profileId, message });
              show('check');
            }}
          />
        </Suspense>
      </TabPanel>
      <ConsoleWebhooks>
        <TabPanel id="endpoints" className="webhooks-panel stack fill">
          <Suspense>
            <EndpointsTab
              actionsPlace={actionsPlace}
              onDeliveries={(endpoint) =>
                void navigate({ search: { tab: 'deliveries', endpoint, state: null, migration: null } })
              }
            />
          </Suspense>
        </TabPanel>
        <TabPanel id="deliveries" className="webhooks-panel stack fill">
          <Suspense>
            <DeliveriesTab
              key={profileId}
              filter={filter}
              onFilter={(next) => void navigate({ search: { tab: 'deliveries', ...next }, replace: true })}
            />
          </Suspense>
        </TabPanel>
      </ConsoleWebhooks>
      <TabPanel id="check" className="webhooks-panel stack fill">
        <Suspense>
          <CheckTab
            key={profileId}
            actionsPlace={actionsPlace}
            message={checkInput?.profileId === profileId ? (checkInput?.message ?? null) : null}
          />
        </Suspense>
      </TabPanel>
      <TabPanel id="code" className="webhooks-panel stack fill">
        <Suspense>
          <CodeTab />
        </Suspense>
      </TabPanel>
    </Tabs>
  );
};
