import { z } from 'zod';
import { integerText, singleString } from '../migration-api/list-page.ts';
import { isStorable } from '../migration-api/storable-text.ts';
import { auditKindNames } from './audit-kinds.ts';

const auditPageSize = 100;

const number = (name: string) => integerText(name, 1, Number.MAX_SAFE_INTEGER).optional();
/** Converts a time to the format of the audit log, so that both can be compared as strings. */
const time = (name: string) =>
  z.iso
    .datetime({ error: `${name} must be a time such as 2026-11-20T14:30:11.000Z.` })
    .transform((text) => new Date(text).toISOString())
    .optional();

/** Finds the entries before or after an entry number; without a number, the newest. All conditions must match. */
export const auditQuerySchema = z
  .object({
    before: number('before'),
    after: number('after'),
    limit: integerText('limit', 1, auditPageSize).prefault(String(auditPageSize)),
    by: singleString('by')
      .min(1, 'by must be an ID of 1 to 200 characters.')
      .max(200, 'by must be an ID of 1 to 200 characters.')
      .refine(isStorable, 'by must be an ID of 1 to 200 characters.')
      .optional(),
    kind: z.enum(auditKindNames, { error: `kind must be one of ${auditKindNames.join(', ')}.` }).optional(),
    since: time('since'),
    until: time('until'),
  })
  .refine(({ before, after }) => before === undefined || after === undefined, {
    error: 'Use either before or after, not both.',
  });
