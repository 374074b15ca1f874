import '#ui/theme/index.css';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { applyTheme } from '#ui/theme/theme.ts';
import { isSignedOut } from './api/call.ts';
import { App } from './shell/app.tsx';

applyTheme();

const container = document.getElementById('root');
if (!container) throw new TypeError('index.html has no element with the id "root".');

const client = new QueryClient({
  defaultOptions: {
    queries: {
      // No retries after sign-out and no polling, because every call extends the session.
      retry: (failures, error) => failures < 1 && !isSignedOut(error),
      staleTime: 5_000,
    },
  },
});

createRoot(container).render(
  <StrictMode>
    <QueryClientProvider client={client}>
      <App />
    </QueryClientProvider>
  </StrictMode>,
);
