import { useQuery } from '@tanstack/react-query';
import { type ConsoleApi, useConsole } from '../../api/console-api.ts';
import { tip } from '#ui/tooltip/tip.ts';
import { countText } from '#ui/values/number-text.ts';

type Progress = Awaited<ReturnType<ConsoleApi['reports']['progress']>>[number];

const progressMs = 30_000;

/** Maximum requests to the service in 30 s. Exceeds the number of rows on a screen. */
const maxReads = 40;
let readTimes: number[] = [];

/** Cells that are read in the same tick share a call. */
let batch: { readonly ids: string[]; readonly found: Promise<readonly Progress[]> } | null = null;

/** Returns the progress of a copy. Returns `before` after 40 copies were read in 30 s. */
export const readProgress = async (
  api: Pick<ConsoleApi, 'reports'>,
  id: string,
  before: Progress | null = null,
  now = Date.now(),
): Promise<Progress | null> => {
  readTimes = readTimes.filter((at) => now - at < progressMs);
  if (readTimes.length >= maxReads) return before;
  readTimes.push(now);
  if (batch === null) {
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

const useProgress = (id: string): Progress | null => {
  const { api } = useConsole();
  const { data = null } = useQuery({
    queryKey: ['migrations', 'progress', id],
    queryFn: ({ client, queryKey }) => readProgress(api, id, client.getQueryData(queryKey)),
    refetchInterval: progressMs,
  });
  return data;
};

export const RowProgress = ({ id }: { readonly id: string }) => {
  const progress = useProgress(id);
  if (progress === null || progress.total === 0) return null;
  const { done, total, isCounted } = progress;
  const items = `${countText(done)} of ${isCounted ? '' : 'at least '}${countText(total)} items`;
  return (
    <span className="hint rigid number" {...tip(items)}>
      {isCounted ? `${Math.floor((done / total) * 100)} %` : countText(done)}
    </span>
  );
};
