import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { operations, readCompany, readOutcome } from '#shared/migration-api/operations.ts';
import { openTestService, type TestService } from '../testing/test-service.ts';
import { openApiDocument, openApiText } from './openapi-document.ts';

let service: TestService;
beforeAll(async () => {
  service = await openTestService({ migrations: 1, companies: 1 });
});
afterAll(() => service.end());

test('OpenAPI: the file in docs matches the schemas', { tags: '@X5' }, () => {
  const file = readFileSync(join(import.meta.dirname, '../../docs/openapi.json'), 'utf8');
  expect(file, 'run `npm run docs:openapi`').toBe(openApiText());
});

test('OpenAPI: the service returns the document of docs without a key', { tags: '@X5' }, async () => {
  const reply = await service.send({ url: '/openapi.json', bearer: null });
  expect(reply.status).toBe(200);
  expect(reply.body).toEqual(openApiDocument());
});

test(
  'OpenAPI: the document has every operation with its ID, version 1.0.0 and valid references',
  { tags: '@X5' },
  () => {
    const document = openApiDocument() as {
      info: { version: string };
      paths: Record<string, Record<string, { operationId: string }>>;
      components: { schemas: Record<string, unknown> };
    };
    expect(document.info.version).toBe('1.0.0');
    const ids = Object.values(document.paths).flatMap((methods) =>
      Object.values(methods).map((method) => method.operationId),
    );
    expect(ids.sort()).toEqual([...Object.values(operations), readCompany, readOutcome].map(({ id }) => id).sort());
    const references = [...JSON.stringify(document).matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(
      ([, name]) => name ?? '',
    );
    expect(references.length).toBeGreaterThan(40);
    expect(references.filter((name) => !(name in document.components.schemas))).toEqual([]);
  },
);

test.each(['', '-activity', '-erasure', '-reports', '-webhooks'])(
  'OpenAPI: each call of openapi%s.json documents 431 and 503',
  { tags: '@X5' },
  (name) => {
    const text = readFileSync(join(import.meta.dirname, `../../docs/openapi${name}.json`), 'utf8');
    const { paths } = JSON.parse(text) as {
      paths: Record<string, Record<string, { responses: object; security: object[] }>>;
    };
    const calls = Object.values(paths).flatMap((methods) => Object.values(methods));
    expect(calls.length).toBeGreaterThan(0);
    // A call without a key needs no database.
    for (const { responses, security } of calls)
      expect(Object.keys(responses)).toEqual(expect.arrayContaining(security.length > 0 ? ['431', '503'] : ['431']));
  },
);

test('OpenAPI: the list parameters are integers with their limits', { tags: '@X5' }, () => {
  const { paths } = openApiDocument() as { paths: Record<string, Record<string, { parameters: unknown }>> };
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

test('the docs page has no script and loads nothing', { tags: ['@X5', '@T12'] }, async () => {
  const { status, text, headers } = await service.send({ url: '/docs', bearer: null });
  expect(status).toBe(200);
  expect(String(headers['content-security-policy'])).toMatch(/^default-src 'none'; style-src 'sha256-[\w+/=]+';/);
  expect(text).not.toMatch(/<script|<img|src=|@import|url\(/);
  for (const { path } of Object.values(operations)) expect(text).toContain(path);
});

test('the CSP of the docs page allows its style, and the command has the requested host', { tags: '@X5' }, async () => {
  const { text, headers } = await service.send({ url: '/docs', bearer: null, headers: { host: '127.0.0.1:4700' } });
  const style = /<style>([\s\S]*?)<\/style>/.exec(text)?.[1] ?? '';
  const digest = createHash('sha256').update(style).digest('base64');
  expect(String(headers['content-security-policy'])).toContain(`'sha256-${digest}'`);
  expect(text).toContain('http://127.0.0.1:4700/api/v1/migrations</pre>');
  expect(text).not.toContain('host.invalid');
});
