import { fail, type Outcome, succeed } from '#shared/app-error.ts';
import type { Listing } from '#shared/console-contract/listing.ts';
import type { JsonReply } from './api-client.ts';
import { readListing, type ReadRow } from '#shared/tolerant-reading/read-listing.ts';
import type { Clock } from '../clock/clock.ts';

export const readableRows = <Row>(rows: Listing<Row>['rows']): Row[] =>
  rows.flatMap((row) => (row.kind === 'row' ? [row.value] : []));

export function toListing<Row>(
  reply: Outcome<JsonReply>,
  request: { readonly page: number; readonly pageSize: number },
  readRow: (row: unknown) => ReadRow<Row>,
  clock: Clock,
): Outcome<Listing<Row>> {
  if (!reply.ok) return reply;
  const listing = readListing(reply.value.json, request, readRow);
  if (!listing) return fail('unreadable_reply', clock.now(), { detail: 'The response contains no list.' });
  return succeed({
    profileId: reply.value.profileId,
    page: request.page,
    ...listing,
    readAt: clock.now().toISOString(),
  });
}
