import type { CallReply } from '#shared/dashboard-api/dashboard-calls.ts';
import { readRotateHash } from '#shared/dashboard-api/rotate-hash.ts';
import { type PageName, queryOf, readRoute } from './route.ts';

type ApiKey = CallReply<'listKeys'>[number];
type Organization = CallReply<'session'>['organizations'][number];

export interface RotationLink {
  readonly lastFour: string;
  readonly key: ApiKey | undefined;
}

export type Destination =
  | { readonly kind: 'invitation'; readonly token: string }
  | { readonly kind: 'reset'; readonly token: string }
  | { readonly kind: 'loading' }
  | { readonly kind: 'noOrganization' }
  | {
      readonly kind: 'page';
      readonly organization: Organization;
      readonly page: PageName;
      readonly query: URLSearchParams;
      readonly rotation: RotationLink | undefined;
    };

interface DestinationInput {
  readonly hash: string;
  readonly organizations: readonly Organization[];
  readonly lastId: string | null;
  /** Keys by organization ID. Undefined until every list has been read since the user opened the rotation link. */
  readonly freshKeys: ReadonlyMap<string, readonly ApiKey[]> | undefined;
}

export const destinationOf = ({ hash, organizations, lastId, freshKeys }: DestinationInput): Destination => {
  const route = readRoute(hash);
  if ('invitation' in route) return { kind: 'invitation', token: route.invitation };
  if ('reset' in route) return { kind: 'reset', token: route.reset };
  const wantedId = route.organization ?? lastId;
  const last = organizations.find(({ id }) => id === wantedId) ?? organizations[0];
  if (last === undefined) return { kind: 'noOrganization' };
  const shownPage = { kind: 'page', page: route.page, query: queryOf(hash) } as const;
  const lastFour = readRotateHash(hash);
  if (lastFour === undefined) return { ...shownPage, organization: last, rotation: undefined };
  if (freshKeys === undefined) return { kind: 'loading' };
  for (const organization of [last, ...organizations]) {
    const keys = freshKeys.get(organization.id) ?? [];
    const key = keys.find((each) => each.revoked === null && each.lastFour === lastFour);
    if (key) return { ...shownPage, organization, rotation: { lastFour, key } };
  }
  return { ...shownPage, organization: last, rotation: { lastFour, key: undefined } };
};
