import { companyFields, type Fields, fieldList, migrationFields, type RowOf, sentFields } from './fields.ts';

/** Returns a row as JSON in the API's format. Missing fields are null. */
const createRowJson =
  <Sent extends Fields>(object: string, fields: Sent) =>
  (row: RowOf<Sent>): string => {
    const properties = fieldList(fields).map(
      ([name, { api }]) => [api, (row as Record<string, string | null>)[name]] as const,
    );
    return JSON.stringify({ object, ...Object.fromEntries(properties) }, null, 2);
  };

export const migrationJson = createRowJson('migration', sentFields(migrationFields));
export const companyJson = createRowJson('company', companyFields);
