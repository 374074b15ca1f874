type StuckHours = Readonly<Record<string, number>>;

const hourMs = 60 * 60_000;

/** Maximum time in a status before a migration is stuck, in ms. Infinite for statuses without a limit (W9). */
export const stuckAfterMs = (status: string, hours: StuckHours): number =>
  (Object.hasOwn(hours, status) ? (hours[status] ?? Number.POSITIVE_INFINITY) : Number.POSITIVE_INFINITY) * hourMs;

/** Time in the status, in ms. Null if unknown or within the limit for the status. */
export const stuckFor = (
  status: string,
  since: number | null,
  hours: StuckHours | undefined,
  now: number,
): number | null => {
  if (hours === undefined || since === null) return null;
  const timeInStatusMs = now - since;
  return timeInStatusMs >= stuckAfterMs(status, hours) ? timeInStatusMs : null;
};
