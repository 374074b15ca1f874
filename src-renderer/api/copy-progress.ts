import { useQuery } from '@tanstack/react-query';
import { maxSummaries } from '#shared/list-limits.ts';
import type { ConsoleApi } from './console-api.ts';
import { useConsole } from './console-context.tsx';

type Progress = Awaited<ReturnType<ConsoleApi['reports']['progress']>>[number];

/** Cells of one tick share a call. */
let batch: { readonly ids: string[]; readonly found: Promise<readonly Progress[]> } | null = null;

const readProgress = async (api: ConsoleApi, id: string): Promise<Progress | null> => {
  if (batch === null || batch.ids.length === maxSummaries) {
    const ids: string[] = [];
    const found = Promise.resolve().then(() => {
      if (batch?.ids === ids) batch = null;
      return api.reports.progress({ ids });
    });
    batch = { ids, found };
  }
  batch.ids.push(id);
  return (await batch.found).find((one) => one.id === id) ?? null;
};

const progressMs = 30_000;

/** Returns how far a copy is; null until known, and without a report. */
export const useProgress = (id: string): Progress | null => {
  const { api } = useConsole();
  const { data = null } = useQuery({
    queryKey: ['migrations', 'progress', id],
    queryFn: () => readProgress(api, id),
    refetchInterval: progressMs,
  });
  return data;
};
