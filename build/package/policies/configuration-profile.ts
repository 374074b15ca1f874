import { createHash } from 'node:crypto';
import { policies } from '#main/console/settings/managed-fields.ts';
import { product } from '../product.ts';
import { xmlText } from '../xml-text.ts';

/** Returns a UUID that is the same in every build, so that a new profile replaces the old profile. */
function stableUuid(name: string): string {
  const hex = createHash('sha256').update(`${product.applicationId} ${name}`).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), `5${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)]
    .join('-')
    .toUpperCase();
}

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
  PayloadUUID: stableUuid(name),
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
