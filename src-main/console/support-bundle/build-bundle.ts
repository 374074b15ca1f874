import { strToU8, zipSync } from 'fflate';
import { visibleLines } from '#shared/visible-text.ts';
import { mapTexts } from '../log/redact-value.ts';
import type { Redactor } from '../log/redactor.ts';
import {
  type BundleMaterial,
  copiedMarkdown,
  eventsMarkdown,
  readme,
  requestsMarkdown,
  timelineMarkdown,
} from './bundle-text.ts';
import { createUserHider } from './hide-users.ts';

interface PlainFile {
  readonly name: string;
  readonly text: string;
}

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

function bundleFiles(material: BundleMaterial): PlainFile[] {
  const { title, at, profile, versions, company, migration, copied, activity, timeline, requests, recordings } =
    material;
  const parts: PlainFile[] = [
    ...(migration?.json ? [{ name: 'migration.json', text: `${migration.json}\n` }] : []),
    ...(copied === null
      ? []
      : [
          { name: 'copied.md', text: copiedMarkdown(copied) },
          { name: 'copied.json', text: json(copied) },
        ]),
    ...(activity === null ? [] : [{ name: 'activity.json', text: json(activity) }]),
    ...(timeline.length > 0
      ? [
          { name: 'timeline.md', text: timelineMarkdown(timeline) },
          { name: 'timeline.json', text: json(timeline) },
        ]
      : []),
    ...(recordings.length > 0
      ? [
          { name: 'events.md', text: eventsMarkdown(recordings) },
          { name: 'events.json', text: json(recordings) },
        ]
      : []),
    ...(requests.length > 0
      ? [
          { name: 'requests.md', text: requestsMarkdown(requests) },
          { name: 'requests.json', text: json(requests) },
        ]
      : []),
    { name: 'versions.json', text: json({ at, title, profile, company, versions }) },
  ];
  return [
    {
      name: 'README.txt',
      text: readme(
        material,
        parts.map(({ name }) => name),
      ),
    },
    ...parts,
  ];
}

export interface BuiltBundle {
  readonly files: readonly PlainFile[];
  readonly zip: Uint8Array;
  readonly hidesUsers: boolean;
}

interface BuildOptions {
  readonly userIds: boolean;
  readonly redactor: Pick<Redactor, 'text' | 'value'>;
  readonly now: Date;
}

/** Creates and packs a bundle's files. Redacts them again, because some tokens became known only later. */
export function buildBundle(material: BundleMaterial, { userIds, redactor, now }: BuildOptions): BuiltBundle {
  const users = userIds ? null : createUserHider(material);
  const clean = redactor.value(material) as BundleMaterial;
  // Hides users before escaping Markdown, which would split email addresses with backslashes.
  const result = users === null ? clean : (mapTexts(clean, users.hide) as BundleMaterial);
  const files = bundleFiles(result).map(({ name, text }) => {
    const redacted = redactor.text(text);
    // The user may open the bundle in a terminal.
    return { name, text: visibleLines(users === null ? redacted : users.hide(redacted)) };
  });
  const zip = zipSync(
    Object.fromEntries(files.map(({ name, text }) => [name, [strToU8(text), { mtime: now }] as const])),
    {
      level: 6,
    },
  );
  return { files, zip, hidesUsers: (users?.count() ?? 0) > 0 };
}
