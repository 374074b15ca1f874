/** Why a migration needs attention, the most urgent first; each is in one kind only (C44). */
export const attentionKinds = ['stuck', 'failed', 'waiting', 'partial'] as const;
export type AttentionKind = (typeof attentionKinds)[number];

/** What a list of them can be narrowed to: a kind, or what would be in one, were it not handled in the status that it has. */
export const attentionFilters = [...attentionKinds, 'handled'] as const;
export type AttentionFilter = (typeof attentionFilters)[number];

export const attentionNames: Readonly<Record<AttentionFilter, string>> = {
  stuck: 'Stuck',
  failed: 'Failed',
  waiting: 'Waiting for the user',
  partial: 'Completed with failures',
  handled: 'Handled',
};

const kindByStatus: Readonly<Record<string, AttentionKind>> = {
  FAILED: 'failed',
  PENDING_USER_INPUT: 'waiting',
  COMPLETED_WITH_FAILURES: 'partial',
};

/** Returns null if the migration needs no attention. Doesn't detect stuck migrations. */
export const kindOfStatus = (status: string): AttentionKind | null =>
  Object.hasOwn(kindByStatus, status) ? (kindByStatus[status] ?? null) : null;
