import compileSerializer from 'fast-json-stringify';
import type { FastifyInstance, FastifyRequest, FastifySerializerCompiler } from 'fastify';
import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import { z } from 'zod';
import type { KeyScope } from '#shared/migration-api/key-scopes.ts';
import { type Credential, type Operation, operations, readOutcome } from '#shared/migration-api/operations.ts';
import type { AccessCaller, Caller, Credentials, ExchangeCaller, KeyCaller, OutcomeCaller } from './callers.ts';
import { outOfScope } from './refusal.ts';
import { addCorsHeaders, mountPreflight } from './security-headers.ts';

const serializers = new WeakMap<z.ZodType, (reply: unknown) => string>();
const jsonSchemaOf = (schema: z.ZodType) =>
  z.toJSONSchema(schema, { target: 'draft-7', io: 'output' }) as Parameters<typeof compileSerializer>[0];

/** Compiles a schema when its first reply is sent. Fastify would compile all of them at each start. */
export const serializerCompiler: FastifySerializerCompiler<z.ZodType> = ({ schema }) => {
  return (reply) => {
    const serialize = serializers.get(schema) ?? compileSerializer(jsonSchemaOf(schema));
    serializers.set(schema, serialize);
    return serialize(reply);
  };
};

declare module 'fastify' {
  interface FastifyRequest {
    /** Caller identified by the credential. Null before the check, and for operations without a credential. */
    caller: Caller | null;
  }
}

interface Callers extends Record<Credential, Caller> {
  readonly 'api-key': KeyCaller;
  readonly 'link-token-or-api-key': ExchangeCaller;
  readonly 'access-token': AccessCaller;
  readonly 'past-access-token': OutcomeCaller;
}

export type CredentialChecks = {
  readonly [Name in Credential]: (request: Credentials) => Promise<Callers[Name]>;
};

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

type Parsed<One extends Operation, Part extends string> =
  One extends Readonly<Record<Part, infer Schema extends z.ZodType>> ? z.output<Schema> : undefined;

interface OperationRequest<One extends Operation> {
  readonly params: Parsed<One, 'params'>;
  readonly query: Parsed<One, 'query'>;
  readonly body: Parsed<One, 'body'>;
  readonly caller: Callers[One['credential']];
  readonly headers: IncomingHttpHeaders;
  readonly requestId: string;
}

type OperationReply<One extends Operation> =
  One['replies'] extends Readonly<Record<200, infer Schema extends z.ZodType>> ? z.input<Schema> : unknown;

export type OperationHandler<One extends Operation> = (
  request: OperationRequest<One>,
  raw: FastifyRequest,
) => Promise<OperationReply<One> | WithHeaders<OperationReply<One> | string | Readable>>;

export const routePath = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ':$1');

const maxNamedCharacters = 100;

/** Refuses parameters that the schema lacks, because an ignored filter would return unwanted rows. */
const strictQuery = (query: z.ZodObject = z.object({})): z.ZodType =>
  z.strictObject(query.shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys'
        ? `Unknown query parameter: ${issue.keys.join(', ').slice(0, maxNamedCharacters)}.`
        : undefined,
  });

const schemaOf = ({ params, query, body, replies }: Operation) => ({
  ...(params && { params }),
  querystring: strictQuery(query),
  ...(body && { body }),
  // Errors are sent as strings and need no serializer.
  ...(replies[200] && { response: { 200: replies[200] } }),
});

const browserCalls: ReadonlyMap<string, readonly Operation[]> = Map.groupBy(
  [...Object.values<Operation>(operations), readOutcome].filter(({ fromBrowser }) => fromBrowser),
  ({ path }) => path,
);

export const isBrowserPath = (path: string): boolean => browserCalls.has(path);

/** Mounts operations with their handlers. Each handler gets the parsed request and the caller of its credential. */
export const mountOperations = <Table extends Readonly<Record<string, Operation>>>(
  app: FastifyInstance,
  checks: CredentialChecks,
  table: Table,
  handlers: { readonly [Name in keyof Table]: OperationHandler<Table[Name]> },
): void => {
  for (const [name, operation] of Object.entries<Operation>(table)) {
    const handle = handlers[name] as OperationHandler<Operation>;
    const check: (request: Credentials) => Promise<Caller> = checks[operation.credential];
    app.route({
      method: operation.method,
      url: routePath(operation.path),
      schema: schemaOf(operation),
      onRequest: async (request, reply) => {
        if (operation.fromBrowser) addCorsHeaders(request, reply);
        request.caller = await check(request);
      },
      // Runs after rate limiting, which counts by key, and before the body is read.
      preParsing: async ({ caller }) => {
        const { scopes = [], ownScope } = operation;
        const has = (scope: KeyScope): boolean => caller?.scopes?.includes(scope) !== false;
        const missingScope = scopes.find((scope) => !has(scope));
        if (missingScope !== undefined && !(ownScope && has(ownScope))) outOfScope(ownScope ?? missingScope);
      },
      handler: async (request, reply) => {
        // Checks the key again, because it may have been revoked while the body was read.
        const caller = operation.method === 'GET' ? request.caller : await check(request);
        const { params, query, body, headers, id } = request;
        const parsed = { params, query, body, caller, headers, requestId: id } as OperationRequest<Operation>;
        const answer = await handle(parsed, request);
        if (answer instanceof WithHeaders) return reply.headers(answer.headers).send(answer.body);
        return operation.replies[200] ? reply.send(answer) : reply.code(204).send();
      },
    });
  }
};

export const mountPreflights = (app: FastifyInstance): void => {
  for (const [path, calls] of browserCalls)
    mountPreflight(
      app,
      path,
      calls.map(({ method }) => method),
    );
};

/** Accepts an empty body even if its content type is JSON, for routes where most calls send no body. */
export const acceptEmptyBodies = (app: FastifyInstance): void => {
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) =>
    body === '' ? done(null) : parseJson(request, body, done),
  );
};
