import { serveTasks } from './content-worker/serve-tasks.ts';
import { itemTasks } from './copy/item-tasks.ts';
import { davTasks } from './providers/dav/dav-tasks.ts';

// Entry point of the content processes, which parse untrusted content.
serveTasks({ ...itemTasks, ...davTasks });
