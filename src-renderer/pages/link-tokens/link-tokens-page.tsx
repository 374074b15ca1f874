import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { lazyPart } from '#ui/state/lazy-part.tsx';
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components';
import { linkTokenTabs, type LinkTokenTab } from './link-tokens-search.ts';
import '#ui/page/page-head.css';
import '#ui/controls/segments.css';
import './link-tokens-page.css';

const CreateTab = lazyPart(() => import('./create-tab.tsx'), 'CreateTab');
const TokenLabTab = lazyPart(() => import('./token-lab/token-lab-tab.tsx'), 'TokenLabTab');

const labels: Record<LinkTokenTab, string> = { create: 'Create', 'token-lab': 'Token lab' };

export const LinkTokensPage = () => {
  const { tab } = useSearch({ from: '/link-tokens' });
  const navigate = useNavigate({ from: '/link-tokens' });
  const [actionsPlace, setActionsPlace] = useState<HTMLElement | null>(null);
  return (
    <Tabs
      className="link-tokens fill stack"
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
            <Tab key={linkTokenTab} id={linkTokenTab} className="segment gap-7 text-medium row muted">
              {labels[linkTokenTab]}
            </Tab>
          ))}
        </TabList>
        <div className="gap-12 push-end row rigid" ref={setActionsPlace} />
      </header>
      <TabPanel id="create" className="link-tokens-panel inset-focus fill">
        <CreateTab />
      </TabPanel>
      <TabPanel id="token-lab" className="link-tokens-panel inset-focus fill">
        <TokenLabTab actionsPlace={actionsPlace} />
      </TabPanel>
    </Tabs>
  );
};
