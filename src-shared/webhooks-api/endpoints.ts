import { z } from 'zod';
import { type MigrationStatus, migrationStatuses } from '#shared/migration-api/migration-status.ts';
import { isStorable } from '#shared/migration-api/storable-text.ts';
import { plainName } from '#shared/plain-name.ts';

export const maxEndpoints = 20;

/** Time after a rotation during which the previous secret stays valid. */
export const rotationOverlapMs = 24 * 3_600_000;

/** `person`: a user disabled the endpoint. `gone`: it returned 410. `failing`: all deliveries failed for five days. */
const disabledReasons = ['person', 'gone', 'failing'] as const;
export type DisabledReason = (typeof disabledReasons)[number];

const statusesMessage = `statuses must be a list of one or more of ${migrationStatuses.join(', ')}, or null for all.`;
/** Maximum entries in a request. Duplicates count toward it and are then removed. */
const maxStatuses = 100;
const isStatus = (value: unknown): value is MigrationStatus => migrationStatuses.some((status) => status === value);
const isStatusList = (value: unknown): value is MigrationStatus[] | null =>
  value === null || (Array.isArray(value) && value.length > 0 && value.length <= maxStatuses && value.every(isStatus));
/** Uses one message for the whole list, because a wrong entry is easy to find. */
const statuses = z
  .custom<MigrationStatus[] | null>(isStatusList, statusesMessage)
  .transform((list) => list && migrationStatuses.filter((status) => list.includes(status)))
  // Describes the check for the API document, because the schema can't express it.
  .meta({
    type: ['array', 'null'] as never,
    items: { type: 'string', enum: [...migrationStatuses] },
    minItems: 1,
    maxItems: maxStatuses,
  });

const maxUrlLength = 2_048;
const urlMessage = `url must be a string of 1 to ${maxUrlLength} characters.`;
/** The schema limits only the length. The service decides whether it may call the URL. */
const url = z.string({ error: urlMessage }).min(1, urlMessage).max(maxUrlLength, urlMessage);

const descriptionMessage = 'description must be a string of at most 200 characters without NUL.';
const description = z
  .string({ error: descriptionMessage })
  .refine(isStorable, descriptionMessage)
  .overwrite(plainName)
  .max(200, descriptionMessage);

export const newEndpointSchema = z.object({
  url,
  description: description.default(''),
  statuses: statuses.default(null),
});

/** Omitted properties stay unchanged. */
export const endpointChangesSchema = z
  .object({
    url,
    description,
    statuses,
    disabled: z.boolean({ error: 'disabled must be true or false.' }),
  })
  .partial();

export const replaySinceSchema = z.object({
  since: z.iso.datetime({ offset: true, error: 'since must be an ISO 8601 time such as 2026-11-20T14:32:00Z.' }),
});

const time = z.iso.datetime();

/** An endpoint without its secret. Only the responses for creation and rotation contain a secret. */
export const endpointSchema = z.strictObject({
  id: z.string(),
  url: z.string(),
  description: z.string().overwrite(plainName),
  statuses: z.array(z.enum(migrationStatuses)).nullable(),
  disabled: z.boolean(),
  disabled_reason: z.enum(disabledReasons).nullable(),
  created: time,
  previous_secret_until: time.nullable(),
  /** Counts of the newest 100 attempted deliveries. */
  recent: z.strictObject({
    delivered: z.int(),
    failed: z.int(),
    last_failure: z.strictObject({ at: time, status: z.int().nullable(), error: z.string().nullable() }).nullable(),
  }),
});

export type Endpoint = z.infer<typeof endpointSchema>;

/** Response of `GET /webhooks/v1/endpoints`, oldest first. All times and `now` are read from the same clock. */
export const endpointListSchema = z.strictObject({ results: z.array(endpointSchema), now: time });

export const createdEndpointSchema = endpointSchema.extend({ secret: z.string() });

export const rotatedSecretSchema = z.strictObject({ secret: z.string(), previous_secret_until: time });

export const replayedSchema = z.strictObject({ replayed: z.int() });
