import { z } from 'zod';

/** The JSON Schema from which Fastify compiles the serialiser of a reply. */
export const jsonReply = (schema: z.ZodType): Record<string, unknown> =>
  z.toJSONSchema(schema, { target: 'draft-7', io: 'output' });
