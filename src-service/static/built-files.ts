import { join } from 'node:path';

/**
 * Where the build puts files that the service hands out: `dist` beside the folder that holds this program. The same two
 * levels up from this source file and from the bundle; a packaged program that lies elsewhere passes its own folder.
 */
export const builtFilesFolder = (): string => join(import.meta.dirname, '../../dist');
