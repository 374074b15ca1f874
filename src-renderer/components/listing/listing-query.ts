import type { QueryKey } from '@tanstack/react-query';
import type { AppErrorCode } from '#shared/app-error.ts';
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

/** How long a listing waits before it tries again by itself. */
export const retryPauseMs = 20_000;

const passing: ReadonlySet<AppErrorCode> = new Set(['offline', 'timeout', 'service_failed', 'sandbox_unavailable']);

/** Whether an error can pass without anybody doing anything. */
export const isPassing = (code: AppErrorCode): boolean => passing.has(code);
