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
const bothFormats = (name: string, markdown: string, value: unknown): PlainFile[] => [
  { name: `${name}.md`, text: markdown },
  { name: `${name}.json`, text: json(value) },
];

function bundleFiles(material: BundleMaterial): PlainFile[] {
  const {
    title,
    at,
    profile,
    versions,
    company,
    migration,
    copied,
    activity,
    timeline,
    requests,
    recordings,
    crashes,
  } = material;
  const parts: PlainFile[] = [
    ...(migration?.json ? [{ name: 'migration.json', text: `${migration.json}\n` }] : []),
    ...(copied === null ? [] : bothFormats('copied', copiedMarkdown(copied), copied)),
    ...(activity === null ? [] : [{ name: 'activity.json', text: json(activity) }]),
    ...(timeline.length > 0 ? bothFormats('timeline', timelineMarkdown(timeline), timeline) : []),
    ...(recordings.length > 0 ? bothFormats('events', eventsMarkdown(recordings), recordings) : []),
    ...(requests.length > 0 ? bothFormats('requests', requestsMarkdown(requests), requests) : []),
    ...(crashes.length > 0 ? [{ name: 'crash-reports.txt', text: crashes.join('\n') }] : []),
    { name: 'versions.json', text: json({ at, title, profile, company, versions }) },
  ];
  const names = parts.map(({ name }) => name);
  return [{ name: 'README.txt', text: readme(material, names) }, ...parts];
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

/** Redacts the material again, because some tokens became known after it was recorded. */
export function buildBundle(material: BundleMaterial, { userIds, redactor, now }: BuildOptions): BuiltBundle {
  const users = userIds ? null : createUserHider(material);
  const clean = redactor.value(material) as BundleMaterial;
  // Hides users before escaping Markdown, which splits email addresses with backslashes.
  const result = users === null ? clean : (mapTexts(clean, users.hide) as BundleMaterial);
  const files = bundleFiles(result).map(({ name, text }) => {
    const redacted = redactor.text(text);
    // The user may open the bundle in a terminal.
    return { name, text: visibleLines(users === null ? redacted : users.hide(redacted)) };
  });
  const entries = files.map(({ name, text }) => [name, [strToU8(text), { mtime: now }] as const]);
  const zip = zipSync(Object.fromEntries(entries), { level: 6 });
  return { files, zip, hidesUsers: (users?.count() ?? 0) > 0 };
}
