import { z } from 'zod';
import type { JsonSchema } from '#service/openapi/api-document.ts';

const propertiesOf = ({ properties = {}, required = [], additionalProperties }: JsonSchema): string => {
  const lines = Object.entries(properties).map(([name, schema]) => {
    const comment = schema.description === undefined ? '' : `  /** ${schema.description.replaceAll('*/', '')} */\n`;
    return `${comment}  ${name}${required.includes(name) ? '' : '?'}: ${typeOf(schema).replaceAll('\n', '\n  ')};\n`;
  });
  if (typeof additionalProperties === 'object') lines.push(`  [name: string]: ${typeOf(additionalProperties)};\n`);
  return `{\n${lines.join('')}}`;
};

const typeOf = (schema: JsonSchema): string => {
  if (schema.$ref !== undefined) return schema.$ref;
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (schema.anyOf) return [...new Set(schema.anyOf.map(typeOf))].join(' | ');
  if (Array.isArray(schema.type)) return schema.type.map((type: string) => typeOf({ ...schema, type })).join(' | ');
  if (schema.type === 'array') return `Array<${typeOf(schema.items ?? {})}>`;
  if (schema.type === 'object') return propertiesOf(schema);
  if (schema.type === 'integer') return 'number';
  if (typeof schema.type === 'string') return schema.type;
  throw new Error(`The types of the package can't express ${JSON.stringify(schema)}.`);
};

/** Returns one exported TypeScript type per schema, without Zod. Schemas refer to each other by name. */
export const schemaTypes = (schemas: Readonly<Record<string, z.ZodType>>, io: 'input' | 'output'): string => {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(schemas)) registry.add(schema, { id });
  const documents = z.toJSONSchema(registry, { io, unrepresentable: 'any', uri: (id) => id }).schemas;
  return Object.entries(documents)
    .map(([name, schema]) => `export type ${name} = ${typeOf(schema as JsonSchema)};\n`)
    .join('');
};
