import type { z } from 'zod';
import type { bodies, queries, replies } from './schemas.ts';

type Reply<Name extends keyof typeof replies> = z.output<(typeof replies)[Name]>;
type Body<Name extends keyof typeof bodies> = z.input<(typeof bodies)[Name]>;
/** Every parameter is optional. `after` is a string, although the service parses it. */
export type QueryOf<Schema extends z.ZodType> = {
  [Name in keyof z.output<Schema>]?: Name extends 'after' ? string : z.output<Schema>[Name];
};
type Query<Name extends keyof typeof queries> = QueryOf<(typeof queries)[Name]>;

// The build writes the types below from the schemas (build/sdk/schema-types.ts).
export type ActivityEntry = Reply<'ActivityEntry'>;
export type Company = Reply<'Company'>;
export type CompanyPage = Reply<'CompanyPage'>;
export type CreatedEndpoint = Reply<'CreatedEndpoint'>;
export type CreatedHostedLink = Reply<'CreatedHostedLink'>;
export type Delivery = Reply<'Delivery'>;
export type DeliveryPage = Reply<'DeliveryPage'>;
export type DeliveryWithBody = Reply<'DeliveryWithBody'>;
export type Endpoint = Reply<'Endpoint'>;
export type EndpointPage = Reply<'EndpointPage'>;
export type Funnel = Reply<'Funnel'>;
export type Health = Reply<'Health'>;
export type HostedLink = Reply<'HostedLink'>;
export type HostedLinkPage = Reply<'HostedLinkPage'>;
export type ItemPage = Reply<'ItemPage'>;
export type LinkToken = Reply<'LinkToken'>;
export type Migration = Reply<'Migration'>;
export type MigrationActivity = Reply<'MigrationActivity'>;
export type MigrationPage = Reply<'MigrationPage'>;
export type MigrationStatus = Reply<'MigrationStatus'>;
export type Replayed = Reply<'Replayed'>;
export type Report = Reply<'Report'>;
export type ReportedItem = Reply<'ReportedItem'>;
export type RotatedSecret = Reply<'RotatedSecret'>;
export type Session = Reply<'Session'>;
export type SessionPage = Reply<'SessionPage'>;
export type StatusEvent = Reply<'StatusEvent'>;
export type StatusEventPage = Reply<'StatusEventPage'>;
export type TestEvent = Reply<'TestEvent'>;
export type CompanyQuery = Query<'CompanyQuery'>;
export type CursorQuery = Query<'CursorQuery'>;
export type DeliveryQuery = Query<'DeliveryQuery'>;
export type EventQuery = Query<'EventQuery'>;
export type FunnelQuery = Query<'FunnelQuery'>;
export type HostedLinkQuery = Query<'HostedLinkQuery'>;
export type MigrationQuery = Query<'MigrationQuery'>;
export type SessionQuery = Query<'SessionQuery'>;
export type EndpointChanges = Body<'EndpointChanges'>;
export type HostedSession = Body<'HostedSession'>;
export type NewEndpoint = Body<'NewEndpoint'>;
export type ReplaySince = Body<'ReplaySince'>;
export type SessionBinding = Body<'SessionBinding'>;
