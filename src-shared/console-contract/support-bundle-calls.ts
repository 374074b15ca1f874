import { z } from 'zod';
import { call } from './call.ts';
import { savedFileSchema } from './saved-file.ts';

const bundleSubjectSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('migration'), id: z.uuid() }),
  z.strictObject({ kind: z.literal('lab'), labId: z.string().max(40) }),
]);
export type BundleSubject = z.infer<typeof bundleSubjectSchema>;

const bundleFileSchema = z.strictObject({
  name: z.string(),
  bytes: z.int(),
  /** Cut at 200,000 characters for the page. The saved file has the full text. */
  text: z.string(),
});

const bundlePreviewSchema = z.strictObject({
  previewId: z.string(),
  fileName: z.string(),
  bytes: z.int(),
  files: z.array(bundleFileSchema),
  hidesUsers: z.boolean(),
  crashReportCount: z.int(),
});

export const supportBundleCalls = {
  /** Builds a bundle and stores it, so that `save` writes exactly what was shown. `userIds`: include user IDs. */
  preview: call(
    z.strictObject({ subject: bundleSubjectSchema, userIds: z.boolean(), crashReports: z.boolean().optional() }),
    bundlePreviewSchema,
  ),
  /** Fails with `not_found` after the preview was dropped. */
  save: call(z.strictObject({ previewId: z.string().max(40) }), savedFileSchema),
};
