import { attentionKinds } from '#shared/attention.ts';

export const attentionView = {
  name: 'Needs attention',
  search: { attention: attentionKinds, view: 'all' },
} as const;

export const failedView = {
  name: 'Failed in the last 7 days',
  search: { status: ['FAILED'], created: '7d', view: 'all' },
} as const;
