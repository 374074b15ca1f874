import { compareItems } from '../content/compare-items.ts';
import { describeItem } from '../content/describe-item.ts';
import { withClientScheduling, withOtherUid } from '../content/edit-item.ts';

export const itemTasks = { describeItem, compareItems, withOtherUid, withClientScheduling };

export type ItemTasks = typeof itemTasks;
