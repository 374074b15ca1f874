import { z } from 'zod';

/** Reply of `GET /healthz`; `now` is the service's own clock. */
export const healthSchema = z.strictObject({ status: z.literal('ok'), version: z.string(), now: z.iso.datetime() });
