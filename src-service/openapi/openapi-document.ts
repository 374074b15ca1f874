import {
  createHostedLink,
  hostedLinkCalls,
  listHostedLinks,
  revokeHostedLink,
} from '#shared/hosted-links-api/hosted-links.ts';
import { companySchema } from '#shared/migration-api/company.ts';
import { pageDescriptorSchema } from '#shared/migration-api/list-page.ts';
import { migrationSchema } from '#shared/migration-api/migration.ts';
import {
  type Credential,
  type Operation,
  operations,
  readCompany,
  readOutcome,
} from '#shared/migration-api/operations.ts';
import { bearer, createDocument, createSchemaNames, describeCall, documentText, type Json } from './describe-call.ts';

const names = createSchemaNames({
  Migration: migrationSchema,
  Company: companySchema,
  PageDescriptor: pageDescriptorSchema,
  MigrationList: operations.listMigrations.replies[200],
  CompanyList: operations.listCompanies.replies[200],
  Health: operations.checkHealth.replies[200],
  CreateLinkTokenBody: operations.createLinkToken.body,
  LinkToken: operations.createLinkToken.replies[200],
  CreateAccessTokenBody: operations.createAccessToken.body,
  AccessToken: operations.createAccessToken.replies[200],
  CreateModalBody: operations.createModal.body,
  Modal: operations.createModal.replies[200],
  SessionOutcome: readOutcome.replies[200],
  ResumedModal: operations.resumeModal.replies[200],
  CreateHostedLinkBody: createHostedLink.body,
  CreatedHostedLink: createHostedLink.replies[200],
  HostedLink: revokeHostedLink.replies[200],
  HostedLinkList: listHostedLinks.replies[200],
  APIErrorResponse: operations.getMigration.replies[404],
});

const credentialNames: Readonly<Record<Credential, readonly string[]>> = {
  'api-key': ['apiKey'],
  'link-token-or-api-key': ['linkToken', 'apiKey'],
  'access-token': ['accessToken'],
};

export const openApiDocument = (): Json => {
  const paths: Record<string, Json> = {};
  for (const operation of [...Object.values<Operation>(operations), readCompany, readOutcome, ...hostedLinkCalls]) {
    const { path, method, credential, scope }: Operation = operation;
    (paths[path] ??= {})[method.toLowerCase()] = describeCall(
      operation,
      { credentials: credentialNames[credential], scopes: scope === undefined ? [] : [scope] },
      names.reference,
    );
  }
  return createDocument(names, {
    title: 'migration API',
    description: [
      'Send `Authorization: Bearer` with every request; the scheme is case-insensitive. The service checks the credential first,',
      'then path, query and body, then whether the resource exists. An unknown path returns 404, an unsupported method',
      '405 with `Allow`. HEAD works wherever GET does. Only the endpoints for browsers allow CORS, for any https',
      'origin and loopback, with credentials. With `--error-shape nested`, errors are `{"error":{"code","message"}}`.',
    ].join(' '),
    paths,
    credentials: {
      linkToken: bearer('Link token, valid for 60 seconds and one exchange'),
      accessToken: bearer('Access token, valid for one hour'),
    },
  });
};

export const openApiText = (): string => documentText(openApiDocument());
