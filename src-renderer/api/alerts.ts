import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import type { AlertsChanged } from '#shared/console-contract/alerts-calls.ts';
import { useConsole, useOnEvent } from './console-api.ts';
import { useRead } from './use-read.ts';

const pageSize = 100;
/** Always refetches on mount, because the page misses changes while no component listens. */
const refetchOnMount = { staleTime: 0, placeholderData: keepPreviousData } as const;

export const useOnAlerts = (run: (changed: AlertsChanged) => void): void => useOnEvent('alerts:changed', run);

const unreadKey = ['alerts', 'unread'] as const;

export const useAlerts = (unreadOnly: boolean) => {
  const { api } = useConsole();
  const query = useInfiniteQuery({
    queryKey: ['alerts', 'list', unreadOnly],
    initialPageParam: null as number | null,
    queryFn: async ({ client, pageParam, signal }) => {
      const list = await api.alerts.list({ unreadOnly, before: pageParam, limit: pageSize }, { signal });
      // A new alert's event may arrive up to a second after the list, so the list also updates the bell's count.
      if (!signal.aborted) client.setQueryData(unreadKey, list.unread);
      return list;
    },
    getNextPageParam: ({ alerts }) => (alerts.length < pageSize ? undefined : (alerts.at(-1)?.id ?? undefined)),
    ...refetchOnMount,
  });
  useOnAlerts(() => void query.refetch());
  return query;
};

export const useUnreadAlerts = (): number | undefined => {
  const query = useRead(
    unreadKey,
    async (api, options) => (await api.alerts.list({ unreadOnly: true, before: null, limit: 1 }, options)).unread,
    { staleTime: 0 },
  );
  useOnAlerts(() => void query.refetch());
  return query.data;
};

export const useAlertNotices = () => {
  const query = useRead(['alerts', 'notices'], (api, options) => api.alerts.notices({}, options), {
    refetchInterval: 60_000,
    ...refetchOnMount,
  });
  useOnAlerts(() => void query.refetch());
  return query.data;
};

const rulesKey = ['alerts', 'rules'] as const;

export const useAlertRules = () => {
  const query = useRead(rulesKey, (api, options) => api.alerts.rules({}, options), refetchOnMount);
  useOnAlerts(() => void query.refetch());
  return query;
};
