import { createChoices } from './choice.ts';
import { createCopying } from './copying.ts';
import type { PageParts } from './page-parts.ts';

/** A separate script, because these steps are never the first view. */
export const createCopySteps = (parts: PageParts) => ({ ...createChoices(parts), ...createCopying(parts) });
