import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router';
import { renderToStaticMarkup } from 'react-dom/server';
import { ConsoleProvider } from '../api/console-api.ts';
import '#ui/page/panel.css';
import '../shell/shell.css';
import { Sidebar } from '../shell/sidebar/sidebar.tsx';

const nothing = () => undefined;

const noConsole = { api: {} as never, listen: () => nothing };

export const shellMarkup = (): string => {
  const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() });
  return renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <ConsoleProvider value={noConsole}>
        <RouterContextProvider router={router as never}>
          <div className="shell" data-first-look inert aria-hidden="true">
            <Sidebar state={undefined} onShortcuts={nothing} onPalette={nothing} />
            <div className="panel stack" />
          </div>
        </RouterContextProvider>
      </ConsoleProvider>
    </QueryClientProvider>,
  );
};
