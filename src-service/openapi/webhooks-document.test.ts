import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { webhookCalls } from '#shared/webhooks-api/webhook-calls.ts';
import { routePath } from '../http/mount-operations.ts';
import { openTestService, type TestService } from '../testing/test-service.ts';
import { documents, documentText } from './documents.ts';

let service: TestService;
const routes: string[] = [];
beforeAll(async () => {
  const noteRoutes = {
    watchRequests: (app: TestService['app']) =>
      void app.addHook('onRoute', ({ method, url }) => {
        for (const each of [method].flat()) routes.push(`${each} ${url}`);
      }),
  };
  service = await openTestService({ migrations: 1, companies: 1 }, { watches: [noteRoutes] });
  await service.app.ready();
});
afterAll(() => service.end());

interface Document {
  readonly paths: Record<string, Record<string, { readonly operationId: string }>>;
  readonly components: { readonly schemas: Record<string, unknown> };
}

test(
  'OpenAPI of webhooks: the file in docs matches the schemas and the served document',
  { tags: '@X23' },
  async () => {
    const file = readFileSync(join(import.meta.dirname, '../../docs/openapi-webhooks.json'), 'utf8');
    expect(file, 'run `npm run docs:openapi`').toBe(documentText('openapi-webhooks.json'));
    const reply = await service.send({ url: '/openapi-webhooks.json', bearer: null });
    expect(reply).toMatchObject({ status: 200, text: file });
  },
);

test(
  'Webhooks OpenAPI: the document lists exactly the routes that the service serves, and its references are valid',
  { tags: '@X23' },
  () => {
    const document = documents['openapi-webhooks.json']() as unknown as Document;
    const mounted = routes.filter((route) => route.includes(' /webhooks/') && !route.startsWith('HEAD '));
    expect(
      Object.values(webhookCalls)
        .map(({ method, path }) => `${method} ${routePath(path)}`)
        .sort(),
    ).toEqual(mounted.sort());
    const ids = Object.values(document.paths).flatMap((methods) =>
      Object.values(methods).map((method) => method.operationId),
    );
    expect(ids.sort()).toEqual(['features.get', ...Object.values(webhookCalls).map(({ id }) => id)].sort());
    const references = [...JSON.stringify(document).matchAll(/"#\/components\/schemas\/(\w+)"/g)];
    expect(references.length).toBeGreaterThan(40);
    expect(references.map(([, name]) => name ?? '').filter((name) => !(name in document.components.schemas))).toEqual(
      [],
    );
  },
);
