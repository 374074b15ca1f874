import { z } from 'zod';

/** The defined error body (specification, "Error body"). */
export const apiErrorSchema = z.strictObject({ type: z.literal('api_error'), message: z.string() });

export const keyRefusals = {
  400: apiErrorSchema,
  401: apiErrorSchema,
  403: apiErrorSchema,
  421: apiErrorSchema,
  429: apiErrorSchema,
  431: apiErrorSchema,
  500: apiErrorSchema,
  503: apiErrorSchema,
} as const;

/** Refusals of calls that may have a body. */
export const bodyRefusals = { ...keyRefusals, 413: apiErrorSchema, 415: apiErrorSchema } as const;

const nestedErrorCodes = [
  'invalid_parameter',
  'invalid_body',
  'unauthorized',
  'forbidden',
  'not_found',
  'method_not_allowed',
  'request_timeout',
  'conflict',
  'gone',
  'payload_too_large',
  'unsupported_media_type',
  'misdirected_request',
  'rate_limited',
  'headers_too_large',
  'internal_error',
] as const;
export type NestedErrorCode = (typeof nestedErrorCodes)[number];

export const nestedApiErrorSchema = z.strictObject({
  error: z.strictObject({ code: z.enum(nestedErrorCodes), message: z.string() }),
});
