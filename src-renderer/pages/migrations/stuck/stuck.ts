import type { StuckHours } from '#shared/console-contract/settings-calls.ts';

const hour = 60 * 60_000;

/** How long a migration has been without a change, in ms, where that is longer than it should be; else null. */
export const stuckFor = (
  status: string,
  since: number | null,
  thresholds: StuckHours | undefined,
  now: number,
): number | null => {
  const hours = thresholds?.[status as keyof StuckHours];
  if (hours === undefined || since === null) return null;
  const stayed = now - since;
  return stayed >= hours * hour ? stayed : null;
};
