import { useQuery } from '@tanstack/react-query';
import { type ConsoleApi, useConsole } from '../../api/console-api.ts';
import { tip } from '#ui/tooltip/tip.ts';
import { countText } from '#ui/values/number-text.ts';
import { ageText } from '#ui/values/times.tsx';

type Progress = Awaited<ReturnType<ConsoleApi['reports']['progress']>>[number];

interface Measure {
  readonly done: number;
  /** In ms since 1970. */
  readonly at: number;
}

/** Returns the remaining ms at the observed speed. Null for a complete or stalled copy or if its items aren't counted. */
export const remainingMs = ({ total, isCounted }: Progress, first: Measure, last: Measure): number | null =>
  isCounted && last.done > first.done && last.done < total
    ? ((total - last.done) * (last.at - first.at)) / (last.done - first.done)
    : null;

const progressMs = 30_000;

/** Maximum requests to the service in 30 s. Exceeds the number of rows on a screen. */
const maxReads = 40;
let readTimes: number[] = [];

/** Cells that are read in the same tick share a call. */
let batch: { readonly ids: string[]; readonly found: Promise<readonly Progress[]> } | null = null;

/** Returns the progress of a copy, or `before` if 40 copies were already read within 30 s. */
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

interface MeasuredProgress extends Progress {
  readonly first: Measure;
  readonly leftMs: number | null;
}

const useProgress = (id: string): MeasuredProgress | null => {
  const { api } = useConsole();
  const { data = null } = useQuery({
    queryKey: ['migrations', 'progress', id],
    queryFn: async ({ client, queryKey }): Promise<MeasuredProgress | null> => {
      const before = client.getQueryData<MeasuredProgress>(queryKey);
      const progress = await readProgress(api, id, before);
      if (progress === null || progress === before) return before ?? null;
      const last = { done: progress.done, at: Date.now() };
      const first = before?.first ?? last;
      const isStalled = before?.done === last.done;
      return { ...progress, first, leftMs: isStalled ? null : remainingMs(progress, first, last) };
    },
    refetchInterval: progressMs,
  });
  return data;
};

export const RowProgress = ({ id }: { readonly id: string }) => {
  const progress = useProgress(id);
  if (progress === null || progress.total === 0) return null;
  const { done, total, isCounted, leftMs } = progress;
  const items = `${countText(done)} of ${isCounted ? '' : 'at least '}${countText(total)} items`;
  const left = leftMs === null ? '' : `, ${ageText(leftMs)} left`;
  return (
    <span className="hint truncate number" {...tip(`${items}${left}`)}>
      {isCounted ? `${Math.floor((done / total) * 100)} %${left}` : countText(done)}
    </span>
  );
};
