import { z } from 'zod';
import { fileFields, managedVersion, policies, profileFields } from '#main/console/settings/managed-fields.ts';
import { product } from '../product.ts';
import { uuidOf } from '../uuid-of.ts';
import { xmlText } from '../xml-text.ts';
import { admlText, admxText } from './group-policy.ts';

function plist(value: unknown): string {
  if (typeof value === 'boolean') return `<${value} />`;
  if (typeof value === 'number')
    return Number.isInteger(value) ? `<integer>${value}</integer>` : `<real>${value}</real>`;
  if (Array.isArray(value)) return `<array>${value.map(plist).join('')}</array>`;
  if (typeof value !== 'object' || value === null) return `<string>${xmlText(String(value))}</string>`;
  const entries = Object.entries(value).map(([key, inner]) => `<key>${xmlText(key)}</key>${plist(inner)}`);
  return `<dict>${entries.join('\n')}</dict>`;
}

const payload = (type: string, name: string, more: object): object => ({
  PayloadType: type,
  PayloadIdentifier: `${product.applicationId}.${name}`,
  // The same in every build, so that a new profile replaces the old profile.
  PayloadUUID: uuidOf(`${product.applicationId} ${name}`).toUpperCase(),
  PayloadVersion: 1,
  PayloadDisplayName: product.name,
  ...more,
});

/** Returns a configuration profile for macOS with every policy and its example value. */
export function configurationProfile(): string {
  const examples = Object.fromEntries([...policies].map(([name, { example }]) => [name, example]));
  const profile = payload('Configuration', 'profile', {
    PayloadScope: 'System',
    PayloadContent: [payload(product.applicationId, 'policies', examples)],
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">${plist(profile)}</plist>
`;
}

/** Returns the example configuration file, which contains every policy. */
export const managedExample = (): string => {
  const values = Object.fromEntries([...policies.values()].map(({ field, example }) => [field, example]));
  return `${JSON.stringify({ version: managedVersion, ...values }, null, 2)}\n`;
};

const jsonSchemaOf = (schema: z.ZodType): object => {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io: 'input' });
  return rest;
};

export function managedSchema(): string {
  const described = new Map([...policies.values()].map((policy) => [policy.field, policy]));
  const properties = Object.entries(fileFields).map(([field, { schema }]) => {
    const { title, description } = described.get(field) ?? {};
    const items = field === 'profiles' ? { items: profileSchema() } : {};
    return [field, { ...jsonSchemaOf(schema), ...items, ...(title === undefined ? {} : { title, description }) }];
  });
  const schema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: `Configuration of ${product.name}`,
    type: 'object',
    properties: Object.fromEntries(properties),
    required: ['version'],
    additionalProperties: false,
  };
  return `${JSON.stringify(schema, null, 2)}\n`;
}

const profileSchema = (): object => {
  const fields = Object.entries<{ readonly schema: z.ZodType; readonly needed?: true }>(profileFields);
  return {
    type: 'object',
    properties: Object.fromEntries(fields.map(([field, { schema }]) => [field, jsonSchemaOf(schema)])),
    required: fields.flatMap(([field, { needed }]) => (needed ? [field] : [])),
    additionalProperties: false,
  };
};

/** Returns the files for Group Policy, Intune, macOS device management and Linux by their paths. */
export const policyFiles = (): Readonly<Record<string, string>> => ({
  [`windows/${product.id}.admx`]: admxText(),
  [`windows/en-US/${product.id}.adml`]: admlText(),
  [`macos/${product.id}.mobileconfig`]: configurationProfile(),
  'linux/managed.schema.json': managedSchema(),
  'linux/managed.example.json': managedExample(),
});
