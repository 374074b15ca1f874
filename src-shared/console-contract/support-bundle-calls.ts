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
  /** Cut at 200,000 characters for the page; the file itself is whole. */
  text: z.string(),
});

const bundlePreviewSchema = z.strictObject({
  previewId: z.string(),
  fileName: z.string(),
  bytes: z.int(),
  files: z.array(bundleFileSchema),
  /** Whether a user id was found that is left out. */
  hidesUsers: z.boolean(),
});

/** A readable zip about one migration or one modal lab session, for support. */
export const supportBundleCalls = {
  /** Gathers a bundle and keeps it for `save`: what is shown is what is saved. `userIds`: the person wants them in it. */
  preview: call(z.strictObject({ subject: bundleSubjectSchema, userIds: z.boolean() }), bundlePreviewSchema),
  /** Fails with `not_found` after the preview was dropped. */
  save: call(z.strictObject({ previewId: z.string().max(40) }), savedFileSchema),
};
