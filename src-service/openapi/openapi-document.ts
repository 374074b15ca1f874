import { brand } from '#shared/brand.ts';
import { nestedApiErrorSchema } from '#shared/migration-api/api-error.ts';
import { companySchema } from '#shared/migration-api/company.ts';
import { defaultScopes } from '#shared/migration-api/key-scopes.ts';
import { pageDescriptorSchema } from '#shared/migration-api/list-page.ts';
import { migrationSchema } from '#shared/migration-api/migration.ts';
import {
  type Credential,
  type Operation,
  operations,
  readCompany,
  readOutcome,
} from '#shared/migration-api/operations.ts';
import { bearer, createSchemaNames, describeCall, documentText, type Json } from './describe-call.ts';

const names = createSchemaNames({
  Migration: migrationSchema,
  Company: companySchema,
  PageDescriptor: pageDescriptorSchema,
  NestedAPIErrorResponse: nestedApiErrorSchema,
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
  APIErrorResponse: operations.getMigration.replies[404],
});

/** Version of the machine-readable description (specification, "Versioning" 1). */
const apiVersion = '1.0.0';

const securityOf = ({ credential, scope }: Operation): readonly Json[] => {
  const apiKey = { apiKey: scope === undefined ? [] : [scope] };
  const securities: Readonly<Record<Credential, readonly Json[]>> = {
    'api-key': [apiKey],
    'link-token-or-api-key': [{ linkToken: [] }, apiKey],
    'access-token': [{ accessToken: [] }],
  };
  return securities[credential];
};

export const openApiDocument = (): Json => {
  const paths: Record<string, Json> = {};
  for (const operation of [...Object.values<Operation>(operations), readCompany, readOutcome]) {
    (paths[operation.path] ??= {})[operation.method.toLowerCase()] = describeCall(
      operation,
      securityOf(operation),
      names.reference,
    );
  }
  return {
    openapi: '3.1.0',
    info: {
      title: `${brand.serviceName} migration API`,
      version: apiVersion,
      description: [
        'Send `Authorization: Bearer` with every request; the scheme is case-insensitive. The service checks the credential first,',
        'then path, query and body, then whether the resource exists. An unknown path returns 404, an unsupported method',
        '405 with `Allow`. HEAD works wherever GET does. Only the endpoints for browsers allow CORS, for any https',
        'origin and loopback, with credentials.',
      ].join(' '),
    },
    servers: [{ url: '/' }],
    paths,
    components: {
      securitySchemes: {
        apiKey: bearer(
          `API key, starts with ${brand.productionKeyPrefix} or ${brand.testKeyPrefix}; use it only on servers. It has the scopes ${defaultScopes.join(' and ')} unless created with fewer`,
        ),
        linkToken: bearer('Link token, valid for 60 seconds and one exchange'),
        accessToken: bearer('Access token, valid for one hour'),
      },
      schemas: names.components(),
    },
  };
};

export const openApiText = (): string => documentText(openApiDocument());
