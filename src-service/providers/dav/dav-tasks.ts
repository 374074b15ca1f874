import type { ListedItem, ReadItem } from '../copy-ports.ts';
import { lastPartOf, pathOf } from './dav-paths.ts';
import { type DavResource, type DavXml, readDavXml, XmlTooLargeError } from './read-dav-xml.ts';
import { strongTag } from './strong-tag.ts';

type Parts = readonly Uint8Array[];

/** `cut`: the list is incomplete. */
type Reading<Result> = Result | 'cut' | 'too_much';

const hasSucceeded = ({ status }: DavResource): boolean => status >= 200 && status < 300;

const readList = (parts: Parts, folder: string): Reading<readonly DavResource[]> => {
  let xml: DavXml;
  try {
    xml = readDavXml(parts);
  } catch (error) {
    if (error instanceof XmlTooLargeError) return 'too_much';
    throw error;
  }
  return xml.isMultistatus
    ? xml.resources.map((resource) => ({ ...resource, href: pathOf(resource.href, folder) }))
    : 'cut';
};

/** Returns the items of a folder, by path; `cut` if the server reports that the folder itself can't be listed. */
const readItems = (parts: Parts, folder: string): Reading<readonly ListedItem[]> => {
  const listResult = readList(parts, folder);
  if (typeof listResult === 'string') return listResult;
  if (listResult.some((one) => !hasSucceeded(one) && one.href === folder)) return 'cut';
  const items = listResult.filter(
    (one) => hasSucceeded(one) && one.types?.includes('collection') !== true && one.href !== folder,
  );
  return [...new Map(items.map(({ href, tag }) => [href, { id: href, revision: strongTag(tag) }])).values()];
};

type ReadContent = Pick<ReadItem, 'revision'> & { readonly content: string };

export interface DavRefusal extends Pick<DavXml, 'conditions' | 'description'> {
  readonly status: number | undefined;
}

export const davTasks = {
  readList,
  readItems,
  countItems: (parts: Parts, folder: string): Reading<number> => {
    const items = readItems(parts, folder);
    return typeof items === 'string' ? items : items.length;
  },
  readContents: (parts: Parts, folder: string): Reading<readonly (readonly [string, ReadContent])[]> => {
    const found = readList(parts, folder);
    if (typeof found === 'string') return found;
    return found.flatMap((one) => {
      const { href, content, tag } = one;
      if (!hasSucceeded(one) || content === undefined) return [];
      return [[lastPartOf(href), { content, revision: strongTag(tag) }] as const];
    });
  },
  readRefusal: (parts: Parts): DavRefusal => {
    const { isMultistatus, resources, conditions, description } = readDavXml(parts);
    return { status: isMultistatus ? resources[0]?.status : undefined, conditions, description };
  },
};

export type DavTasks = typeof davTasks;
