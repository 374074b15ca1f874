import type { z } from 'zod';
import type { listSessions, readActivity, readFunnel } from '#shared/activity-api/activity.ts';
import type { hostedLinkCalls } from '#shared/hosted-links-api/hosted-links.ts';
import type { operations, readCompany } from '#shared/migration-api/operations.ts';
import type { readReceipt } from '#shared/reports-api/receipts.ts';
import type { readReport, readReportItems } from '#shared/reports-api/reports.ts';
import type { webhookCalls } from '#shared/webhooks-api/webhook-calls.ts';
import type { QueryOf } from './api-types.ts';

/** Every call in the service's call tables. Only types are imported, so that Zod stays out of the package. */
type Call =
  | (typeof operations)[keyof typeof operations]
  | typeof readCompany
  | typeof readActivity
  | typeof listSessions
  | typeof readFunnel
  | typeof readReport
  | typeof readReportItems
  | typeof readReceipt
  | (typeof hostedLinkCalls)[keyof typeof hostedLinkCalls]
  | (typeof webhookCalls)[keyof typeof webhookCalls];

type RouteOf<One extends Call> = One extends Call ? `${One['method']} ${One['path']}` : never;

export type Route = RouteOf<Call>;

type CallAt<At extends Route> = Extract<
  Call,
  At extends `${infer Method} ${infer Path}` ? { readonly method: Method; readonly path: Path } : never
>;

type QueryAt<At extends Route> =
  CallAt<At> extends { readonly query: infer Query extends z.ZodType } ? QueryOf<Query> : undefined;
type BodyAt<At extends Route> =
  CallAt<At> extends { readonly body: infer Body extends z.ZodType } ? z.input<Body> : undefined;

export type ReplyAt<At extends Route> =
  CallAt<At> extends { readonly replies: { readonly 200: infer Body extends z.ZodType } } ? z.output<Body> : undefined;

export interface CallInput<At extends Route> {
  readonly id?: string;
  readonly query?: QueryAt<At> | undefined;
  readonly body?: BodyAt<At> | undefined;
  readonly signal?: AbortSignal | undefined;
}
