import { z } from 'zod';
import { integerText, singleString } from '../migration-api/list-page.ts';

export const organizationQuerySchema = z.object({
  search: singleString('search').max(200, 'search can have at most 200 characters.').default(''),
  page: integerText('page', 1, 1_000_000).prefault('1'),
});
