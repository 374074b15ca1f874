import type { z } from 'zod';
import type { bodies, queries, replies } from './schemas.ts';

/** Every parameter is optional. `after` is a string, although the service parses it. */
export type QueryOf<Schema extends z.ZodType> = {
  [Name in keyof z.output<Schema>]?: Name extends 'after' ? string : z.output<Schema>[Name];
};

type Replies = { readonly [Name in keyof typeof replies]: z.output<(typeof replies)[Name]> };
type Queries = { readonly [Name in keyof typeof queries]: QueryOf<(typeof queries)[Name]> };
type Bodies = { readonly [Name in keyof typeof bodies]: z.input<(typeof bodies)[Name]> };

/** The types that the package exports, by name. The build writes them from the schemas (build/sdk/schema-types.ts). */
export interface Api extends Replies, Queries, Bodies {}
