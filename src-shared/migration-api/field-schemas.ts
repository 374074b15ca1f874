import { z } from 'zod';
import { type Field, fieldList, type Fields } from './fields.ts';
import { migrationStatusSchema } from './migration-status.ts';

const hex = (count: number): string => '[0-9a-fA-F]'.repeat(count);

/** Accepts the same strings as `z.uuid()`. Contains no counted repetitions, which take V8 three times longer. */
const uuidPattern = new RegExp(
  `^(?:${hex(8)}-${hex(4)}-[1-8]${hex(3)}-[89abAB]${hex(3)}-${hex(12)}|0{8}(?:-0{4}){3}-0{12}|f{8}(?:-f{4}){3}-f{12})$`,
);

/** A UUID in a list row. Must be fast, because each page of 100 rows is checked (performance goal P6). */
export const uuidSchema = new z.ZodUUID({
  type: 'string',
  format: 'uuid',
  check: 'string_format',
  abort: false,
  pattern: uuidPattern,
}).meta({ pattern: z.core.regexes.uuid().source });

const kinds = { id: uuidSchema, text: z.string(), time: z.iso.datetime(), status: migrationStatusSchema } as const;

type SchemaOf<One extends Field> = One extends { readonly nullable: true }
  ? z.ZodNullable<(typeof kinds)[One['kind']]>
  : (typeof kinds)[One['kind']];
type FieldShape<Some extends Fields> = { [Name in keyof Some as Some[Name]['api']]: SchemaOf<Some[Name]> };
type RowShape<Some extends Fields> = {
  [Name in keyof Some]: Some[Name] extends { readonly required: true } ? z.ZodString : z.ZodNullable<z.ZodString>;
};

const schemaOf = ({ kind, nullable }: Field, about: string | undefined): z.ZodType => {
  const filledSchema: z.ZodType = kinds[kind];
  const schema = nullable ? filledSchema.nullable() : filledSchema;
  return about === undefined ? schema : schema.describe(about);
};

/**
 * Returns the contract schemas of these fields, under the API's names.
 * @param abouts descriptions for the API documents
 */
export const sentShape = <Some extends Fields>(
  fields: Some,
  abouts: { readonly [Name in keyof Some]?: string },
): FieldShape<Some> =>
  Object.fromEntries(
    fieldList(fields).map(([name, field]) => [field.api, schemaOf(field, abouts[name])]),
  ) as FieldShape<Some>;

/** Returns the console's row schema. Each field is a string, or null if the service omits the field. */
export const rowShape = <Some extends Fields>(fields: Some): RowShape<Some> =>
  Object.fromEntries(
    fieldList(fields).map(([name, { required }]) => [name, required ? z.string() : z.string().nullable()]),
  ) as RowShape<Some>;
