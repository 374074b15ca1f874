import { randomUUID } from 'node:crypto';
import { fail, succeed } from '#shared/app-error.ts';
import type { BundleSubject } from '#shared/console-contract/support-bundle-calls.ts';
import { setBounded } from '../api-client/read-several.ts';
import { checkBinding } from '../api-client/service-binding.ts';
import type { ConsoleHandlers } from '../calls/console-handlers.ts';
import { saveBytes } from '../exports/save-file.ts';
import { buildBundle, type BuiltBundle } from './build-bundle.ts';
import { gather, type GatherPorts } from './gather.ts';

const maxPreviews = 3;
const maxCharacters = 200_000;

const nameOf = (subject: BundleSubject, now: Date): string => {
  const subjectName = subject.kind === 'lab' ? 'lab' : subject.id.slice(0, 8);
  return `ferry-support-${subjectName}-${now.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}.zip`;
};

export function createSupportBundleHandlers(topic: GatherPorts): ConsoleHandlers['supportBundle'] {
  const { ports, clock, profiles } = topic;
  const previews = new Map<string, { readonly fileName: string; readonly bundle: BuiltBundle }>();
  return {
    preview: async ({ subject, userIds, crashReports }, { signal }) => {
      // All data in a bundle must come from the same service.
      const binding = profiles.binding();
      const material = await gather(topic, subject, signal);
      if (!material.ok) return material;
      const now = clock.now();
      const bindingCheck = checkBinding(binding, profiles.binding(), now);
      if (!bindingCheck.ok) return bindingCheck;
      const crashes = ports.crashReports.read();
      const bundle = buildBundle(
        { ...material.value, crashes: crashReports ? crashes : [] },
        { userIds, redactor: ports.redactor, now },
      );
      const previewId = randomUUID();
      const fileName = nameOf(subject, now);
      setBounded(previews, previewId, { fileName, bundle }, maxPreviews);
      return succeed({
        previewId,
        fileName,
        bytes: bundle.zip.byteLength,
        files: bundle.files.map(({ name, text }) => ({
          name,
          bytes: Buffer.byteLength(text),
          text: text.slice(0, maxCharacters),
        })),
        hidesUsers: bundle.hidesUsers,
        crashReportCount: crashes.length,
      });
    },
    save: async ({ previewId }) => {
      const entry = previews.get(previewId);
      if (!entry) return fail('not_found', clock.now(), { detail: 'This preview expired. Open it again.' });
      return saveBytes(ports.saveFile, { fileName: entry.fileName, format: 'zip' }, entry.bundle.zip, clock.now());
    },
  };
}
