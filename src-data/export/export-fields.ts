import { fieldList, fieldsOf, type Resource } from '#shared/migration-api/fields.ts';

export interface ExportField {
  readonly name: string;
  readonly field: string;
  readonly cellOf?: (value: string) => string | null;
}

/** Ignores unknown names and duplicates. Without any known name, returns all columns. */
export function exportFieldsOf(resource: Resource, columns: readonly string[]): ExportField[] {
  const all = fieldList(fieldsOf[resource]).map(([field, { api }]) => ({ name: api, field }));
  const wantedFields = [...new Set(columns)].flatMap((column) => all.find(({ name }) => name === column) ?? []);
  return wantedFields.length === 0 ? all : wantedFields;
}
