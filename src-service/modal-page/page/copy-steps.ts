import { createChoices } from './choice.ts';
import { createCopying } from './copying.ts';
import type { PageParts } from './page-parts.ts';

/** A separate script, because the first view never needs these steps. */
export const createCopySteps = (parts: PageParts) => ({ ...createChoices(parts), ...createCopying(parts) });
