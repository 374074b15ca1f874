import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components';
import { linkTokenTabs, type LinkTokenTab } from './link-tokens-search.ts';
import '#ui/page/page-head.css';
import '#ui/controls/segments.css';
import './link-tokens-page.css';

const CreateTab = lazy(() => import('./create-tab.tsx').then(({ CreateTab: Part }) => ({ default: Part })));
const TokenLabTab = lazy(() =>
  import('./token-lab/token-lab-tab.tsx').then(({ TokenLabTab: Part }) => ({ default: Part })),
);

const labels: Record<LinkTokenTab, string> = { create: 'Create', 'token-lab': 'Token lab' };

export const LinkTokensPage = () => {
  const { tab } = useSearch({ from: '/link-tokens' });
  const navigate = useNavigate({ from: '/link-tokens' });
  const [actionsPlace, setActionsPlace] = useState<HTMLElement | null>(null);
  return (
    <Tabs
      className="link-tokens"
      selectedKey={tab}
      onSelectionChange={(key) =>
        void navigate({
          search: { tab: linkTokenTabs.find((linkTokenTab) => linkTokenTab === key) ?? 'create' },
          replace: true,
        })
      }
    >
      <header className="page-head row rigid">
        <h1>Link tokens</h1>
        <TabList aria-label="Link tokens sections" className="segments">
          {linkTokenTabs.map((linkTokenTab) => (
            <Tab key={linkTokenTab} id={linkTokenTab} className="segment row muted">
              {labels[linkTokenTab]}
            </Tab>
          ))}
        </TabList>
        <div className="page-actions row rigid" ref={setActionsPlace} />
      </header>
      <TabPanel id="create" className="link-tokens-panel inset-focus fill">
        <Suspense>
          <CreateTab />
        </Suspense>
      </TabPanel>
      <TabPanel id="token-lab" className="link-tokens-panel inset-focus fill">
        <Suspense>
          <TokenLabTab actionsPlace={actionsPlace} />
        </Suspense>
      </TabPanel>
    </Tabs>
  );
};
