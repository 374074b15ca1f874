import type { AttentionFilter } from './attention.ts';

export const attentionNames: Readonly<Record<AttentionFilter, string>> = {
  stuck: 'Stuck',
  failed: 'Failed',
  waiting: 'Waiting for the end user',
  partial: 'Completed with failures',
  handled: 'Handled',
};
