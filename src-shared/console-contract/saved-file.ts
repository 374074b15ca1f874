import { z } from 'zod';

/** Where a saved file is: its path, or a link of the browser host that works once; both null where nothing was saved. */
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
