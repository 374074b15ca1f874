import { z } from 'zod';
import { requestIdPattern } from './request-id.ts';
import { appErrorCodes, type AppErrorCode } from './app-error-codes.ts';

export const appErrorSchema = z.strictObject({
  code: z.enum(appErrorCodes),
  at: z.iso.datetime(),
  /** The service's message or a description of the problem, on one line. */
  detail: z.string().optional(),
  request: z
    .strictObject({
      method: z.string(),
      path: z.string(),
      host: z.string(),
      status: z.int().optional(),
      tries: z.int(),
      retryAfterMs: z.number().optional(),
      durationMs: z.number(),
      requestId: z.string().regex(requestIdPattern).optional(),
    })
    .optional(),
});
export type AppError = z.infer<typeof appErrorSchema>;

export type Outcome<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly error: AppError };

export const succeed = <Value>(value: Value): Outcome<Value> => ({ ok: true, value });

/** Continues with the value of a successful outcome. Passes an error on. */
export const andThen = async <From, To>(
  outcome: Outcome<From> | Promise<Outcome<From>>,
  next: (value: From) => Outcome<To> | Promise<Outcome<To>>,
): Promise<Outcome<To>> => {
  const result = await outcome;
  return result.ok ? next(result.value) : result;
};

/** Converts the value of a successful outcome. Passes an error on. */
export const mapOutcome = <From, To>(
  outcome: Outcome<From> | Promise<Outcome<From>>,
  convert: (value: From) => To | Promise<To>,
): Promise<Outcome<To>> => andThen(outcome, async (value) => succeed(await convert(value)));

/** Creates an error with the time at which it happened. */
export const createError = (
  code: AppErrorCode,
  at: Date,
  { detail, request }: { detail?: string; request?: AppError['request'] } = {},
): AppError => ({
  code,
  at: at.toISOString(),
  ...(detail === undefined ? {} : { detail }),
  ...(request === undefined ? {} : { request }),
});

export const fail = (...error: Parameters<typeof createError>): Outcome<never> => ({
  ok: false,
  error: createError(...error),
});
