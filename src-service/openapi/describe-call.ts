import { brand } from '#shared/brand.ts';
import { z } from 'zod';

export type Json = Record<string, unknown>;

const address = (id: string): string => `#/components/schemas/${id}`;

export const createSchemaNames = (names: Readonly<Record<string, z.ZodType>>) => {
  const schemaNames = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(names)) schemaNames.add(schema, { id });
  return {
    reference: (schema: z.ZodType): Json => {
      const meta = schemaNames.get(schema);
      if (meta !== undefined) return { $ref: address(meta.id) };
      return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
    },
    components: (): Json => {
      const { schemas } = z.toJSONSchema(schemaNames, { io: 'input', unrepresentable: 'any', uri: address });
      return Object.fromEntries(
        Object.entries(schemas).map(([id, schema]) => {
          const { $schema: _dialect, $id: _address, ...rest } = schema;
          return [id, rest];
        }),
      );
    },
  };
};

const statusTexts: Readonly<Record<string, string>> = {
  200: 'Done',
  204: 'Success, without a body',
  400: 'A parameter, the body or the Host header is invalid; the message names it',
  401: 'The credential is missing or invalid; the response has `WWW-Authenticate: Bearer`',
  403: "The key lacks this operation's scope, or the page's origin isn't allowed",
  404: "The caller's organization has no such resource",
  409: 'Conflicts with the current state; the message names the reason',
  410: 'The events after this cursor were deleted',
  413: 'The body is larger than 64 KiB',
  415: "The body's content type isn't JSON",
  421: "The service doesn't accept this Host header",
  429: 'Too many requests, if a limit is configured; `Retry-After` is the wait in seconds',
  431: 'The request headers are larger than 16 KiB',
  500: 'The service failed; the message has no internal details',
  503: "The service's database is unavailable; `Retry-After` is the wait in seconds",
};

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

export const content = (schema: Json): Json => ({ 'application/json': { schema } });

const replyHeaders = (path: string, status: string): Json => {
  if (status === '401') return { headers: { 'WWW-Authenticate': { schema: { const: 'Bearer' } } } };
  if (status === '429' || status === '503')
    return { headers: { 'Retry-After': { schema: { type: 'integer' }, description: 'Seconds' } } };
  return status === '200' && path.endsWith('/access-token')
    ? { headers: { 'Set-Cookie': { schema: { type: 'string' } } } }
    : {};
};

interface DescribedCall {
  readonly id: string;
  readonly path: string;
  readonly summary: string;
  readonly description?: string;
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  readonly replies: Readonly<Record<number, z.ZodType | null>>;
}

export const describeCall = (
  { id, path, summary, description, params, query, body, replies }: DescribedCall,
  security: readonly Json[],
  reference: (schema: z.ZodType) => Json,
): Json => {
  const parameters = [...parametersOf(params, 'path'), ...parametersOf(query, 'query')];
  return {
    operationId: id,
    summary,
    ...(description === undefined ? {} : { description }),
    security,
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body && { requestBody: { required: true, content: content(reference(body)) } }),
    responses: Object.fromEntries(
      Object.entries(replies).map(([status, schema]) => [
        status,
        {
          description: statusTexts[status] ?? '',
          ...replyHeaders(path, status),
          ...(schema && { content: content(reference(schema)) }),
        },
      ]),
    ),
  };
};

interface DocumentParts {
  readonly title: string;
  readonly description: string;
  readonly paths: Json;
  readonly webhooks?: Json;
}

type SchemaNames = ReturnType<typeof createSchemaNames>;

export const apiKeyDocument = (names: SchemaNames, { title, description, paths, webhooks }: DocumentParts): Json => ({
  openapi: '3.1.0',
  info: { title: `${brand.serviceName} ${title}`, version: '1.0.0', description },
  servers: [{ url: '/' }],
  paths,
  ...(webhooks && { webhooks }),
  components: {
    securitySchemes: {
      apiKey: bearer(
        `API key, starts with ${brand.productionKeyPrefix} or ${brand.testKeyPrefix}; use it only on servers`,
      ),
    },
    schemas: names.components(),
  },
});

export const documentText = (document: Json): string => `${JSON.stringify(document, null, 2)}\n`;

export const apiKeyDocumentText = (names: SchemaNames, parts: DocumentParts): string =>
  documentText(apiKeyDocument(names, parts));
