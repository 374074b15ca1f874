import { strToU8, zipSync } from 'fflate';
import type { LabRecording } from '#shared/console-contract/modal-lab-calls.ts';
import type { RequestDetail } from '#shared/console-contract/requests-calls.ts';
import type { TimelineChange } from '#shared/console-contract/timeline-calls.ts';
import { visibleLines } from '#shared/visible-text.ts';
import { mapTexts } from '../log/redact-value.ts';
import type { Redactor } from '../log/redactor.ts';
import { eventsMarkdown, readme, requestsMarkdown, timelineMarkdown } from './bundle-text.ts';
import { createUserHider } from './hide-users.ts';

/** Everything that a bundle is made of, before user ids are taken out. */
export interface BundleMaterial {
  /** "Migration 8f3c1d02-…", "Modal lab, 3 flows". */
  readonly title: string;
  /** ISO 8601. */
  readonly at: string;
  readonly profile: { readonly name: string; readonly environment: string; readonly baseURL: string | null };
  readonly versions: readonly { readonly name: string; readonly version: string }[];
  /** Name of the company, where the console knows it. */
  readonly company: string | null;
  /** The body of the migration as JSON text, or why there is none; null for a lab. */
  readonly migration: { readonly id: string; readonly json: string | null; readonly problem: string | null } | null;
  readonly timeline: readonly TimelineChange[];
  /** Oldest first. */
  readonly requests: readonly RequestDetail[];
  readonly recordings: readonly LabRecording[];
}

/** One file before it is packed. */
interface PlainFile {
  readonly name: string;
  readonly text: string;
}

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/** The files of a bundle in the order of reading; a part that has nothing is left out. */
function bundleFiles(material: BundleMaterial): PlainFile[] {
  const { title, at, profile, versions, company, migration, timeline, requests, recordings } = material;
  const parts: PlainFile[] = [
    ...(migration?.json ? [{ name: 'migration.json', text: `${migration.json}\n` }] : []),
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

/** A bundle, packed. */
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

/**
 * Makes the files of a bundle and packs them. What comes in has passed the redactor once, when it was kept; everything
 * passes it again here, for a token may have become known only afterwards.
 */
export function buildBundle(material: BundleMaterial, { userIds, redactor, now }: BuildOptions): BuiltBundle {
  const users = userIds ? null : createUserHider(material);
  const clean = redactor.value(material) as BundleMaterial;
  // Before Markdown is made of it, in which an address stands with backslashes.
  const shown = users === null ? clean : (mapTexts(clean, users.hide) as BundleMaterial);
  const files = bundleFiles(shown).map(({ name, text }) => {
    const redacted = redactor.text(text);
    // Whoever gets the bundle may look at it in a terminal.
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
