import { brand } from '../brand.ts';
import { environments, type Environment } from '../environments.ts';
import { fieldFilters, type Resource } from '../migration-api/fields.ts';
import { idPlacesIn } from '../ids-in-text.ts';
import { maxNameLength } from '../name-length.ts';
import { plainName } from '../plain-name.ts';

/** Identifies the service, because profiles differ between users. */
export interface LinkedService {
  readonly environment: Environment;
  readonly baseURL: string | null;
  readonly profile: string;
}

export interface DeepLink {
  readonly page: Resource;
  readonly id: string | null;
  readonly search: Readonly<Record<string, string | readonly string[]>>;
  /** Null for a migration link without a service; the console then searches the active profile. */
  readonly service: LinkedService | null;
}

export const linkProblems = {
  long: 'The link is too long to be a Ferry link. Ask the sender for the link again.',
  cut: "The link doesn't lead to a Ferry page. It may be incomplete. Ask the sender for the link again.",
  unknown: 'The link was changed, or it needs another version of Ferry.',
  service: "The link doesn't name its service. It may be incomplete. Ask the sender for the link again.",
} as const;
type LinkProblem = keyof typeof linkProblems;

/** Maximum length. Operating systems and other programs truncate longer links. */
export const maxLinkLength = 4_000;

const scheme = `${brand.deepLinkScheme}://`;
const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
const linkPattern = new RegExp(`^${scheme}(migrations|companies)(?:/(${uuid}))?/?(?:\\?([^#\\s]*))?$`, 'i');
// oxlint-disable-next-line no-control-regex -- matches control characters to reject them
const controlCharacters = /[\u0000-\u001f\u007f-\u009f]/;

const singleNames = ['view', 'sort', 'group', 'created', 'changed', 'text', 'open'] as const;
const filtersOf = (page: Resource): readonly string[] => [
  ...fieldFilters(page)
    .filter(({ chip }) => chip)
    .map(({ name }) => name),
  ...(page === 'migrations' ? ['attention'] : []),
];

/** A base URL without user, query, fragment and trailing slash. */
const baseUrlPattern = /^https?:\/\/[^\s/?#@\\]+(?:\/[^\s?#@\\]*)?$/;
const serviceNames = ['environment', 'service', 'profile'] as const;

type Values = ReadonlyMap<string, readonly string[]>;

const readQuery = (query: string): Values | null => {
  const values = new Map<string, readonly string[]>();
  for (const part of query === '' ? [] : query.split('&')) {
    const [name = '', value, ...more] = part.split('=');
    if (value === undefined || more.length > 0) return null;
    try {
      values.set(name, [...(values.get(name) ?? []), decodeURIComponent(value)]);
    } catch {
      return null;
    }
  }
  return values;
};

const readService = (values: Values): LinkedService | null => {
  const [named, baseURL = null, profile = ''] = serviceNames.map((name) => values.get(name)?.[0]);
  const environment = environments.find((each) => each === named);
  if (environment === undefined || profile === '' || profile !== plainName(profile) || profile.length > maxNameLength)
    return null;
  if (baseURL === null ? environment !== 'sandbox' : !baseUrlPattern.test(baseURL) || baseURL.endsWith('/'))
    return null;
  return { environment, baseURL, profile };
};

/** Parses a link to a list, migration or company. Any other link is a problem, because a link must not change data. */
export const readDeepLink = (text: unknown): { readonly link: DeepLink } | { readonly problem: LinkProblem } => {
  if (typeof text !== 'string') return { problem: 'cut' };
  if (text.length > maxLinkLength) return { problem: 'long' };
  const [whole, pageName, id = null, query] = linkPattern.exec(text) ?? [];
  if (whole === undefined || (pageName?.toLowerCase() === 'companies' && id !== null && query === undefined))
    return { problem: 'cut' };
  const page: Resource = pageName?.toLowerCase() === 'companies' ? 'companies' : 'migrations';
  const values = readQuery(query ?? '');
  if (values === null) return { problem: 'cut' };
  const multipleNames = id === null ? filtersOf(page) : [];
  const allowedSingleNames: readonly string[] = id === null ? singleNames : [];
  const search: Record<string, string | readonly string[]> = {};
  for (const [name, all] of values) {
    const isService = serviceNames.some((serviceName) => serviceName === name);
    const isSingleValue = isService || allowedSingleNames.includes(name);
    const isKnown = isSingleValue ? all.length === 1 : multipleNames.includes(name);
    if (!isKnown || controlCharacters.test(all.join(''))) return { problem: 'unknown' };
    if (!isService) search[name] = isSingleValue ? all.join('') : all;
  }
  const service = readService(values);
  const isServiceOptional = page === 'migrations' && id !== null && query === undefined;
  if (service === null && !isServiceOptional) return { problem: 'service' };
  return { link: { page, id: id?.toLowerCase() ?? null, search, service } };
};

const keyShape = new RegExp(
  `(?:${brand.productionKeyPrefix}|${brand.testKeyPrefix})[\\w-]|Bearer\\s+[\\w.~+/=-]{16}`,
  'i',
);

/** Keeps filters and sorting, but not the page size and position. */
const linkedSearch = (page: Resource, search: object): DeepLink['search'] => {
  const names: readonly string[] = [...filtersOf(page), ...singleNames];
  const isSet = (value: unknown): value is string | readonly string[] =>
    (typeof value === 'string' && value !== '') || (Array.isArray(value) && value.length > 0);
  return Object.fromEntries(
    Object.entries(search)
      .filter(([name, value]) => names.includes(name) && isSet(value) && !(name === 'view' && value === 'page'))
      .sort(([one], [other]) => names.indexOf(one) - names.indexOf(other)),
  ) as DeepLink['search'];
};

/** Also encodes characters that end a link in mails and chats, or that a shell interprets. */
const encode = (value: string): string =>
  encodeURIComponent(value.replaceAll(/\p{Surrogate}/gu, '\ufffd')).replaceAll(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/**
 * Returns the link to a view. Returns an error message if the link is too long or contains a key.
 * @param target `search` may contain all parameters of a route
 */
export const writeDeepLink = ({
  page,
  id,
  search,
  service,
}: Omit<DeepLink, 'search' | 'service'> & {
  readonly search: object;
  readonly service: LinkedService;
}): { readonly text: string; readonly link: DeepLink } | { readonly refusal: string } => {
  const link: DeepLink = { page, id, search: linkedSearch(page, search), service };
  const params: [string, string][] = Object.entries(link.search).flatMap(([name, value]) =>
    (typeof value === 'string' ? [value] : value).map((each): [string, string] => [name, each]),
  );
  if (params.some(([, value]) => keyShape.test(value))) {
    return { refusal: 'The search looks like an API key, and the link would contain it. Clear the search first.' };
  }
  params.push(['profile', service.profile]);
  if (service.baseURL !== null) params.push(['service', service.baseURL]);
  // Placed last, so that characters that mail programs append to a link don't become part of another value.
  params.push(['environment', service.environment]);
  const query = params.map(([name, value]) => `${name}=${encode(value)}`).join('&');
  const text = `${scheme}${page}${id === null ? '' : `/${id}`}?${query}`;
  if (text.length > maxLinkLength) return { refusal: 'The filters are too long for a link. Choose fewer values.' };
  return 'link' in readDeepLink(text)
    ? { text, link }
    : { refusal: "This view contains characters that a link can't contain." };
};

/** Path of the service's page that opens links in the console. */
export const openPath = '/open';

/** Returns an https link to a service's `/open`. The fragment contains the link, because browsers never send it. */
export const webLinkOf = (openUrl: string, link: string): string => `${openUrl}#${link.slice(scheme.length)}`;

/** Returns the link in the fragment of `/open`, which may be invalid. It always has the scheme of Ferry links. */
export const linkOfFragment = (fragment: string): string => `${scheme}${fragment.slice(1)}`;

const linkEnd = '\\s<>"\'`“”»)\\],';
const webLinkStart = `https://[^#${linkEnd}]{1,2000}${openPath}#(?=migrations|companies)`;
const linkInTextPattern = new RegExp(`(?<![\\w+.-])(?:${scheme}|${webLinkStart})[^${linkEnd}]*`, 'i');

/** Finds a `ferry://` or `/open` link in a string. Null if the string has no link, or a link that only contains an ID. */
export const deepLinkIn = (text: string): string | null => {
  const found = linkInTextPattern
    .exec(text)?.[0]
    .replace(/[^a-z0-9/]+$/i, '')
    .replace(/^https:[^#]+#/i, scheme);
  if (found === undefined || (!found.includes('?') && idPlacesIn(text).length > 0)) return null;
  return found;
};
