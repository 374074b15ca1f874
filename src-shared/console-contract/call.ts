import type { z } from 'zod';

export interface ConsoleCall<Args extends z.ZodType = z.ZodType, Result extends z.ZodType = z.ZodType> {
  readonly args: Args;
  readonly result: Result;
}

/** Defines a console call by the schemas of its arguments and result. */
export const call = <Args extends z.ZodType, Result extends z.ZodType>(
  args: Args,
  result: Result,
): ConsoleCall<Args, Result> => ({ args, result });
