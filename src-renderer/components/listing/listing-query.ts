import type { QueryKey } from '@tanstack/react-query';
import type { PageArgs } from '#shared/console-contract/listing.ts';
import type { ListingItem } from './table/table-types.ts';
import type { ListingSearch } from './listing-search.ts';

/** The listings of the console; each begins the keys of its own queries. */
export type ListingTopic = 'migrations' | 'companies';

/** One page as it is kept: what both listings share. */
export interface Listing<Row> {
  readonly profileId: string;
  readonly rows: readonly ListingItem<Row>[];
  readonly page: number;
  readonly pageSize: number;
  readonly total: number | null;
  readonly hasNext: boolean;
  readonly readAt: string;
}

export const listKey = (topic: ListingTopic, { page, size }: ListingSearch): QueryKey => [
  topic,
  'list',
  { page, size },
];

export const pageArgs = ({ page, size }: ListingSearch): PageArgs => ({ page, pageSize: size });
