/** Why a migration needs attention, most urgent first. Each migration has at most one kind (C44). */
export const attentionKinds = ['stuck', 'failed', 'waiting', 'partial'] as const;
export type AttentionKind = (typeof attentionKinds)[number];

/** Filter values: the kinds, and `handled` for migrations of any kind that are marked as handled in their status. */
export const attentionFilters = [...attentionKinds, 'handled'] as const;
export type AttentionFilter = (typeof attentionFilters)[number];

const kindByStatus: ReadonlyMap<string, AttentionKind> = new Map([
  ['FAILED', 'failed'],
  ['PENDING_USER_INPUT', 'waiting'],
  ['COMPLETED_WITH_FAILURES', 'partial'],
]);

/** Returns null if the migration needs no attention. Stuck migrations aren't detected here. */
export const kindOfStatus = (status: string): AttentionKind | null => kindByStatus.get(status) ?? null;
