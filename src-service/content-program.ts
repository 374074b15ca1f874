import { serveTasks } from './content-worker/serve-tasks.ts';
import { itemTasks } from './copy/item-tasks.ts';
import { davTasks } from './providers/dav/dav-tasks.ts';

// Entry of the processes that read content from outside.
serveTasks({ ...itemTasks, ...davTasks });
