import type { Resource } from '#shared/migration-api/fields.ts';
import { type AppError, createError } from '#shared/app-error.ts';
import { whenAborted } from '../clock/abort-signals.ts';
import type { Clock } from '../clock/clock.ts';
import type { Loads } from '../loaded/loads.ts';

interface LoadForExport {
  readonly loads: Loads;
  readonly clock: Clock;
  readonly resource: Resource;
  readonly change: () => AppError | null;
  readonly onRows: (rows: number, total: number | null) => void;
}

const progressMs = 250;

export async function loadAllRows(load: LoadForExport, signal: AbortSignal): Promise<AppError | null> {
  const { loads, clock, resource, change, onRows } = load;
  const earlierChange = change();
  if (earlierChange) return earlierChange;
  const isStartedHere = ['none', 'cancelled', 'failed', 'complete'].includes(loads.state(resource).phase);
  const refusal = await startOrResume(loads, resource);
  if (refusal) return refusal;
  const cancelCheckTimer = setInterval(() => {
    if (change()) return;
    const { rows, total } = loads.state(resource);
    onRows(rows, total);
  }, progressMs);
  await Promise.race([loads.settled(resource), whenAborted(signal)]);
  clearInterval(cancelCheckTimer);
  const changeError = change();
  if (changeError) return changeError;
  const { phase, problem } = loads.state(resource);
  if (phase === 'complete' && !signal.aborted) return null;
  if (signal.aborted && isStartedHere) loads.cancel(resource);
  return problem ?? createError('cancelled', clock.now());
}

async function startOrResume(loads: Loads, resource: Resource): Promise<AppError | null> {
  const { phase, rows } = loads.state(resource);
  if (phase === 'complete' && rows > 0) loads.topUp(resource);
  else if (phase === 'paused' || phase === 'cancelled' || phase === 'failed') loads.resume(resource);
  else if (phase === 'none' || phase === 'complete') {
    const startResult = await loads.start(resource);
    if (!startResult.ok) return startResult.error;
  }
  return null;
}
