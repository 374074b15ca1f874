import { z } from 'zod';

type Shape = Readonly<Record<string, z.ZodType>>;
type WithoutDefault<Field extends z.ZodType> =
  Field extends z.ZodDefault<infer Inner extends z.ZodType> ? Inner : Field;

const withoutDefault = (field: z.ZodType): z.ZodType =>
  field instanceof z.ZodDefault ? (field.removeDefault() as z.ZodType) : field;

/** Returns the schema of changes to an object: each field is optional and has no default. */
export const changesOf = <Fields extends Shape>(fields: Fields) =>
  z.strictObject(
    Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, withoutDefault(field).optional()])) as {
      readonly [Name in keyof Fields]: z.ZodOptional<WithoutDefault<Fields[Name]>>;
    },
  );
