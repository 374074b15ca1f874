import { z } from 'zod';
import { nestedApiErrorSchema } from '#shared/migration-api/api-error.ts';
import { companySchema } from '#shared/migration-api/company.ts';
import { pageDescriptorSchema } from '#shared/migration-api/list-page.ts';
import { migrationSchema } from '#shared/migration-api/migration.ts';
import { operations } from '#shared/migration-api/operations.ts';

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
export const schemaReference = (schema: z.ZodType): Record<string, unknown> => {
  const meta = named.get(schema);
  return meta === undefined ? z.toJSONSchema(schema, { io: 'input' }) : { $ref: address(meta.id) };
};

/** Every named schema by its name. */
export const componentSchemas = (): Record<string, unknown> => {
  const { schemas } = z.toJSONSchema(named, { io: 'input', uri: address });
  return Object.fromEntries(
    Object.entries(schemas).map(([id, schema]) => {
      const { $schema: _dialect, $id: _address, ...rest } = schema;
      return [id, rest];
    }),
  );
};
