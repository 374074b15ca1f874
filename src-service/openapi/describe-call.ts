import { brand } from '#shared/brand.ts';
import { defaultScopes, type KeyScope } from '#shared/migration-api/key-scopes.ts';
import type { Credential, Operation } from '#shared/migration-api/operations.ts';
import { z } from 'zod';
import { requestExamples, responseExamples } from './examples.ts';

export type Json = Record<string, unknown>;

type Reference = (schema: z.ZodType) => Json;

const address = (id: string): string => `#/components/schemas/${id}`;

/** @param names the schemas of all documents by name */
export const createSchemaNames = (names: Readonly<Record<string, z.ZodType>>) => {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(names)) registry.add(schema, { id });
  const options = { io: 'input', unrepresentable: 'any' } as const;
  const { schemas } = z.toJSONSchema(registry, { ...options, uri: address });
  return {
    reference: (schema: z.ZodType): Json => {
      const id = registry.get(schema)?.id;
      return id === undefined ? z.toJSONSchema(schema, options) : { $ref: address(id) };
    },
    /** Returns the named schemas that parts of a document refer to, also through each other. */
    components: (parts: unknown): Json => {
      const found: Json = {};
      const add = (referring: unknown): void => {
        for (const [, id = ''] of JSON.stringify(referring).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
          if (id in found) continue;
          const { $schema: _dialect, $id: _address, ...schema } = schemas[id] ?? {};
          found[id] = schema;
          add(schema);
        }
      };
      add(parts);
      return found;
    },
  };
};

const statuses: Readonly<Record<string, readonly [meaning: string, message?: string]>> = {
  200: ['Done'],
  204: ['Success, without a body'],
  400: [
    'A parameter, the body or the Host header is invalid; the message names it',
    'page_size must be an integer from 1 to 100.',
  ],
  401: [
    'The credential is missing or invalid; the response has `WWW-Authenticate: Bearer`',
    'The API key is missing or invalid. Send a valid key as a Bearer token in the Authorization header.',
  ],
  403: [
    "The key lacks this operation's scope or doesn't allow the client's address, or the page's origin isn't allowed",
    "This API key doesn't have the read scope.",
  ],
  404: ["The caller's organization has no such resource", 'There is no migration with this ID.'],
  409: ['Conflicts with the current state; the message names the reason', 'The migration has changed. Try again.'],
  410: ['The events after this cursor were deleted', 'The events after this cursor were deleted.'],
  413: ['The body is larger than 64 KiB', 'The body is larger than 64 KiB.'],
  415: ["The body's content type isn't JSON", 'The body must be JSON. Send Content-Type: application/json.'],
  421: [
    "The service doesn't accept this Host header",
    'This service accepts requests for api.ferry.example only. Call https://api.ferry.example.',
  ],
  429: [
    'Too many requests, if a limit is configured; `Retry-After` is the wait in seconds',
    'The limit is 600 requests per minute. Wait 12 s.',
  ],
  431: ['The request headers are larger than 16 KiB', 'The headers are larger than 16 KiB.'],
  500: ['The service failed; the message has no internal details', 'The service failed. Try again later.'],
  503: [
    "The service's database is unavailable; `Retry-After` is the wait in seconds",
    "The service can't reach its data. Try again in 1 s.",
  ],
};

/** Tag of each call, by the start of its path. The first match counts. */
const tagTable = [
  ['/api/v1/migrations', 'Migrations', "Copies of end users' data from a previous provider"],
  ['/api/v1/companies', 'Companies', 'The accounts at previous providers'],
  ['/companies/', 'Companies', 'The accounts at previous providers'],
  ['/api/v1/migration-modal', 'Modal', 'The window in which an end user migrates; called by the browser'],
  ['/sessions/', 'Modal', 'The window in which an end user migrates; called by the browser'],
  ['/api/v1/', 'Tokens', 'Link tokens and access tokens, which open the modal'],
  ['/hosted-links/', 'Hosted links', 'Links that open the modal without your own web page'],
  ['/webhooks/v1/events', 'Event feed', 'Status changes, oldest first'],
  ['/webhooks/v1/endpoints', 'Webhook endpoints', 'URLs that receive events'],
  ['/webhooks/v1/deliveries', 'Webhook deliveries', 'The events that the service sent to endpoints'],
  ['/activity/', 'Activity', 'The steps of a migration and the cause of its outcome'],
  ['/reports/', 'Reports', 'The result of each item'],
  ['/erasure/', 'Erasure', "Deletion of an end user's data"],
  ['/', 'Service', 'The connection and the features of the service'],
] as const;

const tagOf = (path: string) => tagTable.find(([start]) => path.startsWith(start)) ?? tagTable.at(-1);

export const bearer = (description: string): Json => ({ type: 'http', scheme: 'bearer', description });

const parametersOf = (schema: z.ZodType | undefined, place: 'path' | 'query'): Json[] => {
  if (schema === undefined) return [];
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: 'input' });
  return Object.entries(properties).map(([name, property]) => {
    const { description, pattern, default: preset, ...rest } = property as Json;
    const isInteger = rest['type'] === 'integer';
    return {
      name,
      in: place,
      required: place === 'path' || required.includes(name),
      ...(description === undefined ? {} : { description }),
      // Query values are strings, but an integer is documented as one.
      schema: isInteger
        ? { ...rest, ...(preset === undefined ? {} : { default: Number(preset) }) }
        : { ...rest, ...(pattern === undefined ? {} : { pattern }) },
    };
  });
};

export const content = (schema: Json, example: unknown): Json => ({ 'application/json': { schema, example } });

const replyHeaders = (path: string, status: string): Json => {
  if (status === '401') return { headers: { 'WWW-Authenticate': { schema: { const: 'Bearer' } } } };
  if (status === '429' || status === '503')
    return { headers: { 'Retry-After': { schema: { type: 'integer' }, description: 'Seconds' } } };
  return status === '200' && path.endsWith('/access-token')
    ? { headers: { 'Set-Cookie': { schema: { type: 'string' } } } }
    : {};
};

const credentialNames: Readonly<Record<Credential | 'none', readonly string[]>> = {
  'api-key': ['apiKey'],
  'link-token-or-api-key': ['linkToken', 'apiKey'],
  'access-token': ['accessToken'],
  'past-access-token': ['accessToken'],
  none: [],
};

interface DescribedCall extends Omit<Operation, 'credential'> {
  readonly credential: Credential | 'none';
}

const scopeSentence = (scopes: readonly KeyScope[], ownScope: KeyScope | undefined): string =>
  `The API key needs the \`${scopes.join('` and `')}\` ${scopes.length === 1 ? 'scope' : 'scopes'}${ownScope === undefined ? '' : `, or only \`${ownScope}\``}.`;

const exampleOf = (id: string, status: string): unknown => {
  const message = statuses[status]?.[1];
  return message === undefined ? responseExamples[id] : { type: 'api_error', message };
};

const describeCall = (
  { id, path, summary, description, credential, scopes = [], ownScope, params, query, body, replies }: DescribedCall,
  reference: Reference,
  ownReply: ((reference: Reference) => Json) | undefined,
): Json => {
  const parameters = [...parametersOf(params, 'path'), ...parametersOf(query, 'query')];
  return {
    operationId: id,
    tags: [tagOf(path)?.[1]],
    summary,
    description: [description, ...(scopes.length === 0 ? [] : [scopeSentence(scopes, ownScope)])].join(' '),
    security: credentialNames[credential].map((name) => ({ [name]: [] })),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body && { requestBody: { required: true, content: content(reference(body), requestExamples[id]) } }),
    responses: Object.fromEntries(
      Object.entries(replies).map(([status, schema]) => [
        status,
        status === '200' && ownReply
          ? ownReply(reference)
          : {
              description: statuses[status]?.[0] ?? '',
              ...replyHeaders(path, status),
              ...(schema && { content: content(reference(schema), exampleOf(id, status)) }),
            },
      ]),
    ),
  };
};

interface DocumentParts {
  readonly title: string;
  readonly description: string;
  readonly calls: readonly DescribedCall[];
  readonly webhooks?: (reference: Reference) => Json;
  readonly credentials?: Json;
  /** Descriptions of status 200 by operation ID, for calls whose replies aren't only JSON. */
  readonly ownReplies?: Readonly<Record<string, (reference: Reference) => Json>>;
}

export const createDocument = (
  { reference, components }: ReturnType<typeof createSchemaNames>,
  { title, description, calls, webhooks, credentials, ownReplies = {} }: DocumentParts,
): Json => {
  const paths: Record<string, Json> = {};
  for (const call of calls)
    (paths[call.path] ??= {})[call.method.toLowerCase()] = describeCall(call, reference, ownReplies[call.id]);
  const tags = Object.keys(paths).flatMap((path) => tagOf(path) ?? []);
  const described = { paths, ...(webhooks && { webhooks: webhooks(reference) }) };
  return {
    openapi: '3.1.0',
    info: {
      title: `${brand.serviceName} ${title}`,
      version: '1.0.0',
      description,
      contact: { name: `${brand.serviceName} support`, email: brand.supportEmail },
      license: { name: 'Proprietary', identifier: 'LicenseRef-Ferry' },
    },
    servers: [{ url: '/' }],
    tags: tagTable
      .filter(([, name], index) => tags.includes(name) && tagTable.findIndex((one) => one[1] === name) === index)
      .map(([, name, about]) => ({ name, description: about })),
    ...described,
    components: {
      securitySchemes: {
        apiKey: bearer(
          `API key, starts with ${brand.productionKeyPrefix} or ${brand.testKeyPrefix}; use it only on servers. It has the scopes ${defaultScopes.join(' and ')} unless created with fewer`,
        ),
        ...credentials,
      },
      schemas: components(described),
    },
  };
};
