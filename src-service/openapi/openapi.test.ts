import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { hostedLinkCalls } from '#shared/hosted-links-api/hosted-links.ts';
import { operations, readCompany, readOutcome } from '#shared/migration-api/operations.ts';
import { openTestService, type TestService } from '../testing/test-service.ts';
import { documents, documentText } from './documents.ts';

let service: TestService;
beforeAll(async () => {
  service = await openTestService({ migrations: 1, companies: 1 });
});
afterAll(() => service.end());

test('OpenAPI: the file in docs matches the schemas', { tags: '@X5' }, () => {
  const file = readFileSync(join(import.meta.dirname, '../../docs/openapi.json'), 'utf8');
  expect(file, 'run `npm run docs:openapi`').toBe(documentText('openapi.json'));
});

test('OpenAPI: the service returns the document of docs without a key', { tags: '@X5' }, async () => {
  const reply = await service.send({ url: '/openapi.json', bearer: null });
  expect(reply.status).toBe(200);
  expect(reply.body).toEqual(documents['openapi.json']());
});

test(
  'OpenAPI: the document has every operation with its ID, version 1.0.0 and valid references',
  { tags: '@X5' },
  () => {
    const document = documents['openapi.json']() as {
      info: { version: string };
      paths: Record<string, Record<string, { operationId: string }>>;
      components: { schemas: Record<string, unknown> };
    };
    expect(document.info.version).toBe('1.0.0');
    const ids = Object.values(document.paths).flatMap((methods) =>
      Object.values(methods).map((method) => method.operationId),
    );
    expect(ids.sort()).toEqual(
      [...Object.values(operations), readCompany, readOutcome, ...Object.values(hostedLinkCalls)]
        .map(({ id }) => id)
        .sort(),
    );
    const references = [...JSON.stringify(document).matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(
      ([, name]) => name ?? '',
    );
    expect(references.length).toBeGreaterThan(40);
    expect(references.filter((name) => !(name in document.components.schemas))).toEqual([]);
  },
);

interface Media {
  readonly content?: Record<string, { readonly schema: object; readonly example: unknown }>;
}
interface Call {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly tags: string[];
  readonly security: object[];
  readonly requestBody?: Media;
  readonly responses: Record<string, Media & { readonly description: string }>;
}
type Paths = Record<string, Record<string, Call>>;

describe.each(['', '-activity', '-erasure', '-reports', '-webhooks'])('openapi%s.json', { tags: '@X5' }, (name) => {
  const text = readFileSync(join(import.meta.dirname, `../../docs/openapi${name}.json`), 'utf8');
  const document = JSON.parse(text) as {
    info: object;
    tags: { name: string; description: string }[];
    paths: Paths;
    webhooks?: Paths;
    components: { schemas: object };
  };
  const callsOf = (paths: Paths = {}): Call[] => Object.values(paths).flatMap((methods) => Object.values(methods));
  const calls = callsOf(document.paths);
  const allCalls = [...calls, ...callsOf(document.webhooks)];

  test('each call documents 431 and 503', () => {
    expect(calls.length).toBeGreaterThan(0);
    // Excludes calls without a key, which need no database.
    for (const { responses, security } of calls)
      expect(Object.keys(responses)).toEqual(expect.arrayContaining(security.length > 0 ? ['431', '503'] : ['431']));
  });

  test('each call has an ID, a summary, a description and a tag that the document describes', () => {
    const described = document.tags.filter(({ description }) => description.length > 0).map((tag) => tag.name);
    for (const { operationId, summary, description, tags } of allCalls) {
      expect(
        [summary, description].filter((words) => words.length < 10),
        operationId,
      ).toEqual([]);
      expect(tags, operationId).toHaveLength(1);
      expect(described).toContain(tags[0]);
    }
    expect(document.info).toMatchObject({ contact: { email: expect.any(String) }, license: { name: 'Proprietary' } });
  });

  test('each body and each response has an example that its schema accepts', () => {
    const parse = (schema: object, example: unknown) => {
      const own = JSON.stringify({ ...schema, $defs: document.components.schemas });
      const inlined = JSON.parse(own.replaceAll('#/components/schemas/', '#/$defs/')) as z.core.JSONSchema.JSONSchema;
      return z.fromJSONSchema(inlined).safeParse(example);
    };
    const withoutBody = calls.flatMap(({ operationId, responses }) =>
      Object.keys(responses).flatMap((status) => (responses[status]?.content ? [] : [`${operationId} ${status}`])),
    );
    expect(withoutBody.filter((response) => !response.endsWith(' 204'))).toEqual([]);
    for (const { operationId, requestBody = {}, responses } of allCalls) {
      for (const [status, { content }] of [['body', requestBody] as const, ...Object.entries(responses)]) {
        for (const { schema, example } of Object.values(content ?? {})) {
          expect(example, `${operationId} ${status}`).toBeDefined();
          expect(parse(schema, example).error?.issues, `${operationId} ${status}`).toBeUndefined();
        }
      }
    }
  });
});

test('OpenAPI: the list parameters are integers with their limits', { tags: '@X5' }, () => {
  const { paths } = documents['openapi.json']() as { paths: Record<string, Record<string, { parameters: unknown }>> };
  expect(paths['/api/v1/companies']?.['get']?.parameters).toEqual([
    {
      name: 'page',
      in: 'query',
      required: false,
      schema: { type: 'integer', minimum: 1, maximum: 9007199254740991, default: 1 },
    },
    {
      name: 'page_size',
      in: 'query',
      required: false,
      schema: { type: 'integer', minimum: 1, maximum: 100, default: 10 },
    },
  ]);
});
