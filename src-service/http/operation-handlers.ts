import type { IncomingHttpHeaders } from 'node:http';
import type { z } from 'zod';
import type { Credential, OperationName, operations } from '#shared/migration-api/operations.ts';
import type { AccessCaller, ExchangeCaller, KeyCaller } from './callers.ts';

type Operations = typeof operations;
type Parsed<Name extends OperationName, Part extends string> =
  Operations[Name] extends Readonly<Record<Part, infer Schema extends z.ZodType>> ? z.output<Schema> : undefined;

interface Callers extends Record<Credential, unknown> {
  readonly 'api-key': KeyCaller;
  readonly 'link-token-or-api-key': ExchangeCaller;
  readonly 'access-token': AccessCaller;
}

export class WithHeaders<Body> {
  readonly body: Body;
  readonly headers: Readonly<Record<string, string>>;

  constructor(body: Body, headers: Readonly<Record<string, string>>) {
    this.body = body;
    this.headers = headers;
  }
}

export const jsonText = (text: string): WithHeaders<string> =>
  new WithHeaders(text, { 'content-type': 'application/json; charset=utf-8' });

export interface OperationRequest<Name extends OperationName> {
  readonly params: Parsed<Name, 'params'>;
  readonly query: Parsed<Name, 'query'>;
  readonly body: Parsed<Name, 'body'>;
  readonly caller: Callers[Operations[Name]['credential']];
  readonly headers: IncomingHttpHeaders;
  readonly requestId: string;
}

type OperationReply<Name extends OperationName> = z.input<Operations[Name]['replies'][200]>;

export type OperationHandlers = {
  readonly [Name in OperationName]: (
    request: OperationRequest<Name>,
  ) => Promise<OperationReply<Name> | WithHeaders<OperationReply<Name> | string>>;
};
