import type { ParsedArgsOf, ResultOf } from '../console-contract/types.ts';

export interface OfProfile {
  readonly profileId: string;
}

/** A call of the data process that answers a call of the console. `More`: arguments that main adds. */
export type SameCall<Asked, More = OfProfile> = (args: ParsedArgsOf<Asked> & More) => ResultOf<Asked>;
