import { z } from 'zod';

/** The path of a saved file, or its one-time download link in the browser host. `dismissed`: nothing was saved. */
export const savedFileSchema = z.discriminatedUnion('result', [
  z.strictObject({
    result: z.literal('saved'),
    fileName: z.string(),
    path: z.string().nullable(),
    download: z.string().nullable(),
  }),
  z.strictObject({ result: z.literal('dismissed') }),
]);
export type SavedFile = z.infer<typeof savedFileSchema>;
