import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { live, useConsole, useRead } from './console-api.ts';

const pageSize = 100;

const unreadKey = ['alerts', 'unread'] as const;

export const useAlerts = (unreadOnly: boolean) => {
  const { api } = useConsole();
  return useInfiniteQuery({
    queryKey: ['alerts', 'list', unreadOnly],
    initialPageParam: null as number | null,
    queryFn: async ({ client, pageParam, signal }) => {
      const list = await api.alerts.list({ unreadOnly, before: pageParam, limit: pageSize }, { signal });
      // A new alert's event may arrive up to a second after the list, so the list also updates the bell's count.
      if (!signal.aborted) client.setQueryData(unreadKey, list.unread);
      return list;
    },
    getNextPageParam: ({ alerts }) => (alerts.length < pageSize ? undefined : (alerts.at(-1)?.id ?? undefined)),
    placeholderData: keepPreviousData,
    ...live,
  });
};

export const useUnreadAlerts = (): number | undefined =>
  useRead(
    unreadKey,
    async (api, options) => (await api.alerts.list({ unreadOnly: true, before: null, limit: 1 }, options)).unread,
    live,
  ).data;

export const useAlertNotices = () =>
  useRead(['alerts', 'notices'], (api, options) => api.alerts.notices({}, options), {
    refetchInterval: 60_000,
    ...live,
  }).data;

export const useAlertRules = () => useRead(['alerts', 'rules'], (api, options) => api.alerts.rules({}, options), live);
