import { z } from 'zod';
import { brand } from '#shared/brand.ts';
import { nestedApiErrorSchema } from '#shared/migration-api/api-error.ts';
import { companySchema } from '#shared/migration-api/company.ts';
import { pageDescriptorSchema } from '#shared/migration-api/list-page.ts';
import { migrationSchema } from '#shared/migration-api/migration.ts';
import { type Credential, type Operation, operations } from '#shared/migration-api/operations.ts';

/** Schemas that the document names; any other one stands where it is used. */
const named = z.registry<{ id: string }>();
const add = (schema: z.ZodType, id: string): void => {
  named.add(schema, { id });
};
add(migrationSchema, 'Migration');
add(companySchema, 'Company');
add(pageDescriptorSchema, 'PageDescriptor');
add(nestedApiErrorSchema, 'NestedAPIErrorResponse');
add(operations.listMigrations.replies[200], 'MigrationList');
add(operations.listCompanies.replies[200], 'CompanyList');
add(operations.checkHealth.replies[200], 'Health');
add(operations.createLinkToken.body, 'CreateLinkTokenBody');
add(operations.createLinkToken.replies[200], 'LinkToken');
add(operations.createAccessToken.body, 'CreateAccessTokenBody');
add(operations.createAccessToken.replies[200], 'AccessToken');
add(operations.createModal.body, 'CreateModalBody');
add(operations.createModal.replies[200], 'Modal');
add(operations.resumeModal.replies[200], 'ResumedModal');
add(operations.getMigration.replies[404], 'APIErrorResponse');

const address = (id: string): string => `#/components/schemas/${id}`;

/** A reference to a named schema. */
const schemaReference = (schema: z.ZodType): Record<string, unknown> => {
  const meta = named.get(schema);
  return meta === undefined ? z.toJSONSchema(schema, { io: 'input' }) : { $ref: address(meta.id) };
};

/** Every named schema by its name. */
const componentSchemas = (): Record<string, unknown> => {
  const { schemas } = z.toJSONSchema(named, { io: 'input', uri: address });
  return Object.fromEntries(
    Object.entries(schemas).map(([id, schema]) => {
      const { $schema: _dialect, $id: _address, ...rest } = schema;
      return [id, rest];
    }),
  );
};

type Json = Record<string, unknown>;

/** Version of the machine-readable description (specification, "Versioning" 1). */
const apiVersion = '1.0.0';

const statusTexts: Readonly<Record<string, string>> = {
  200: 'Done',
  400: 'A parameter, the body or the Host header is not valid; the message names it',
  401: 'The credential is missing or not accepted; `WWW-Authenticate: Bearer` comes along',
  403: 'The origin of the page is not allowed',
  404: 'There is no such thing for this caller',
  409: 'It does not fit to what is open',
  413: 'The body is larger than 64 KiB',
  415: 'The body is not sent as JSON',
  421: 'The service does not answer at this Host',
  429: 'Too many requests, where a limit is configured; `Retry-After` says how long to wait',
  500: 'The service failed; the message tells nothing of the inside',
};

const securityOf: Readonly<Record<Credential, readonly Json[]>> = {
  'api-key': [{ apiKey: [] }],
  'link-token-or-api-key': [{ linkToken: [] }, { apiKey: [] }],
  'access-token': [{ accessToken: [] }],
};

const bearer = (description: string): Json => ({ type: 'http', scheme: 'bearer', description });

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
      // A query is text; its digits are described as the integer that they are.
      schema: isInteger
        ? { ...rest, ...(preset === undefined ? {} : { default: Number(preset) }) }
        : { ...rest, ...(pattern === undefined ? {} : { pattern }) },
    };
  });
};

const content = (schema: Json): Json => ({ 'application/json': { schema } });

const replyHeaders = (operation: Operation, status: string): Json => {
  if (status === '401') return { headers: { 'WWW-Authenticate': { schema: { const: 'Bearer' } } } };
  if (status === '429') return { headers: { 'Retry-After': { schema: { type: 'integer' }, description: 'Seconds' } } };
  return status === '200' && operation.path.endsWith('/access-token')
    ? { headers: { 'Set-Cookie': { schema: { type: 'string' } } } }
    : {};
};

const describeOperation = (operation: Operation): Json => {
  const parameters = [...parametersOf(operation.params, 'path'), ...parametersOf(operation.query, 'query')];
  return {
    operationId: operation.id,
    summary: operation.summary,
    description: operation.description,
    security: securityOf[operation.credential],
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(operation.body && { requestBody: { required: true, content: content(schemaReference(operation.body)) } }),
    responses: Object.fromEntries(
      Object.entries(operation.replies).map(([status, schema]) => [
        status,
        {
          description: statusTexts[status] ?? '',
          ...replyHeaders(operation, status),
          content: content(schemaReference(schema)),
        },
      ]),
    ),
  };
};

/** The OpenAPI 3.1 document of the API, written from the table of operations and its schemas. */
export const openApiDocument = (): Json => {
  const paths: Record<string, Json> = {};
  for (const operation of Object.values<Operation>(operations)) {
    (paths[operation.path] ??= {})[operation.method.toLowerCase()] = describeOperation(operation);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: `${brand.serviceName} migration API`,
      version: apiVersion,
      description: [
        'Every request carries `Authorization: Bearer`; the scheme is read in any case. The credential is checked first,',
        'then path and query and body, then whether the thing exists. An unknown path answers 404, a method that a path does',
        'not take 405 with `Allow`; HEAD is taken wherever GET is. Only the endpoints that browsers call answer CORS: any https',
        'origin and loopback, with credentials.',
      ].join(' '),
    },
    servers: [{ url: '/' }],
    paths,
    components: {
      securitySchemes: {
        apiKey: bearer(`API key, starts with ${brand.productionKeyPrefix} or ${brand.testKeyPrefix}; for servers only`),
        linkToken: bearer('Link token: 60 seconds, works once'),
        accessToken: bearer('Access token: one hour'),
      },
      schemas: componentSchemas(),
    },
  };
};

/** The document as the file and the endpoint hold it. */
export const openApiText = (): string => `${JSON.stringify(openApiDocument(), null, 2)}\n`;
