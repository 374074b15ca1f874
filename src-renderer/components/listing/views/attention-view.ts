import { attentionKinds } from '#shared/attention.ts';

/** The view that everybody has: migrations that need attention, for whatever reason (C44). */
export const attentionView = {
  name: 'Needs attention',
  search: { attention: attentionKinds, view: 'all' },
} as const;

/** Another one: what a support desk reports each week. Its rows are read where all are loaded. */
export const failedView = {
  name: 'Failed in the last 7 days',
  search: { status: ['FAILED'], created: '7d', view: 'all' },
} as const;
