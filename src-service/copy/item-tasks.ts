import { changedAt, fingerprint, withOtherUid } from './item-content.ts';

/** What the copy runs on items in the content process: each function parses what a server sent. */
export const itemTasks = { fingerprint, changedAt, withOtherUid };

export type ItemTasks = typeof itemTasks;
