import { createChoices } from './choice.ts';
import { createCopying } from './copying.ts';
import type { PageParts } from './page-parts.ts';

/** The steps from the choice of a company on, as a script of their own: nobody sees them at once. */
export const createCopySteps = (parts: PageParts) => ({ ...createChoices(parts), ...createCopying(parts) });
