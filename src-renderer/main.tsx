import '#ui/theme/index.css';
import './styles/forced.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import type { SessionRefusal } from '#shared/console-contract/session-refusals.ts';
import type { ConsoleBridge } from '#shared/console-contract/types.ts';
import { createConsoleClient } from './api/console-client.ts';
import { ConsoleProvider } from './api/console-api.ts';
import { reportUncaught } from './api/page-faults.ts';
import { createQueryClient } from './api/query-client.ts';
import { createConsoleRouter } from './router.tsx';
import { createStore } from '#ui/state/store.ts';
import { applyTheme } from '#ui/theme/theme.ts';

applyTheme();

const container = document.getElementById('root');
if (!container) throw new TypeError('index.html has no element with the id "root".');
const root = createRoot(container);

const client = createQueryClient();
const reach = createStore(true);

const loadNoSession = () => import('./pages/no-session/no-session.tsx');
const showNoSession = async (why: SessionRefusal): Promise<void> => {
  const { NoSession } = await loadNoSession();
  root.render(<NoSession why={why} />);
};

const openBridge = async (): Promise<ConsoleBridge | SessionRefusal> => {
  if (window.ferryBridge) return window.ferryBridge;
  const { openBrowserBridge } = await import('./api/open-browser-bridge.ts');
  return openBrowserBridge(client, reach, showNoSession);
};

const start = async (): Promise<void> => {
  const bridge = await openBridge();
  if (typeof bridge === 'string') {
    await showNoSession(bridge);
    return;
  }
  const access = { api: createConsoleClient(bridge), listen: bridge.listen };
  reportUncaught(access.api);
  const router = createConsoleRouter({ client, reach, api: access.api });
  // Rendering replaces the static markup, so wait for the page's code. Otherwise, the window would be empty until then.
  await router.load().catch(() => undefined);
  root.render(
    <StrictMode>
      <QueryClientProvider client={client}>
        <ConsoleProvider value={access}>
          <RouterProvider router={router} />
        </ConsoleProvider>
      </QueryClientProvider>
    </StrictMode>,
  );
  // Loaded after the first page, because no element can lose the focus before that page is shown.
  void import('./shell/keep-focus.ts').then(({ keepFocus }) => keepFocus()).catch(() => undefined);
  // Preloads the no-session page, because the host may be unreachable after the session has ended.
  if (!window.ferryBridge) void loadNoSession().catch(() => undefined);
};
export const started = start();
