import type { z } from 'zod';
import { expect, test } from 'vitest';
import { connectAppCalls } from './console-contract/connect-app-calls.ts';
import { profileDraftSchema } from './console-contract/profiles-calls.ts';
import { sandboxCalls } from './console-contract/sandbox-calls.ts';
import { viewsCalls } from './console-contract/views-calls.ts';
import { callSchemas } from './dashboard-api/dashboard-calls.ts';
import { passkeyName } from './dashboard-api/passkey-schemas.ts';
import { readDeepLink, writeDeepLink } from './deep-links/deep-link.ts';
import { plainName } from './plain-name.ts';
import { reportedCollectionSchema } from './reports-api/reports.ts';
import { readCompany } from './tolerant-reading/read-row.ts';
import { endpointSchema, newEndpointSchema } from './webhooks-api/endpoints.ts';

/** A console without this filter shows the name as "Admin exe.pdf". */
const planted = '\u200bAd\u00admin\t\u202efdp.exe\u202c\u{e0041} ';
const plain = 'Admin fdp.exe';

test('a name keeps its letters, joiners and emoji, and loses invisible characters', { tags: '@T99' }, () => {
  expect(plainName(planted)).toBe(plain);
  for (const name of ['Zoë Ünïcödé', 'أرسلان', 'می\u200cخواهم', '👩\u200d🚀 ❤\ufe0f', '渡し船'])
    expect(plainName(name)).toBe(name);
});

const schemas: readonly (readonly [what: string, schema: z.ZodType])[] = [
  ['a profile', profileDraftSchema.shape.name],
  ['a saved view', viewsCalls.rename.args.shape.name],
  ['a brand', sandboxCalls.setBrand.args.shape.name],
  ['an app key', connectAppCalls.makeKey.args.shape.description],
  ['an organization member', callSchemas.acceptInvitation.body.shape.name],
  ['a dashboard key', callSchemas.createKey.body.shape.description],
  ['a passkey', passkeyName],
  ['a new webhook endpoint', newEndpointSchema.shape.description],
  ['a webhook endpoint of a service', endpointSchema.shape.description],
  ['a collection in a report', reportedCollectionSchema.shape.name],
];
test.each(schemas)('the name of %s has no invisible characters', { tags: '@T99' }, (_what, schema) => {
  expect(schema.parse(planted)).toBe(plain);
});

test('the company name and the provider of a row have no invisible characters', { tags: '@T99' }, () => {
  const row = readCompany({ id: planted, provider_company_name: planted, source_provider: planted });
  expect(row).toMatchObject({ value: { id: planted, providerCompanyName: plain, sourceProvider: plain } });
});

test('a link whose profile name has invisible characters is rejected', { tags: '@T99' }, () => {
  const service = { environment: 'sandbox', baseURL: null, profile: plain } as const;
  const written = writeDeepLink({ page: 'companies', id: null, search: {}, service });
  if ('refusal' in written) throw new Error(written.refusal);
  expect(readDeepLink(written.text)).toHaveProperty('link');
  expect(readDeepLink(written.text.replace('fdp', '%E2%80%AEfdp'))).toHaveProperty('problem');
});
