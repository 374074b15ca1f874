import type { BundleMaterial } from './bundle-material.ts';
import { eventsMarkdown, readme, requestsMarkdown, timelineMarkdown } from './bundle-text.ts';

/** One file before it is packed. */
export interface PlainFile {
  readonly name: string;
  readonly text: string;
}

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/** The files of a bundle in the order of reading; a part that has nothing is left out. */
export function bundleFiles(material: BundleMaterial): PlainFile[] {
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
