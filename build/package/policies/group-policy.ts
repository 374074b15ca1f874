import { policies, policyKey } from '#main/console/settings/managed-fields.ts';
import { product } from '../product.ts';
import { xmlText } from '../xml-text.ts';

type NamedPolicy = ReturnType<typeof policies.get> & object;

const supportedId = (since: string): string => `SUPPORTED_${since.replaceAll('.', '_')}`;
const releases = [...new Set([...policies.values()].map(({ since }) => since))];
/** Maximum characters of a value in the Group Policy editor. */
const maxLength = 16_383;

const choiceId = (name: string, value: string): string => `${name}_${value}`;

function elements(name: string, { kind, choices }: NamedPolicy): string {
  if (kind === 'boolean') {
    return '<enabledValue><decimal value="1" /></enabledValue><disabledValue><decimal value="0" /></disabledValue>';
  }
  if (choices === undefined) {
    return `<elements><text id="${name}" valueName="${name}" maxLength="${maxLength}" required="true" /></elements>`;
  }
  const items = Object.keys(choices).map((value) => {
    const valueXml = kind === 'number' ? `<decimal value="${value}" />` : `<string>${xmlText(value)}</string>`;
    return `<item displayName="$(string.${choiceId(name, value)})"><value>${valueXml}</value></item>`;
  });
  return `<elements><enum id="${name}" valueName="${name}" required="true">${items.join('')}</enum></elements>`;
}

function policyXml(name: string, policy: NamedPolicy): string {
  const isBoolean = policy.kind === 'boolean';
  const registryAttributes = `key="${policyKey}"${isBoolean ? ` valueName="${name}"` : ` presentation="$(presentation.${name})"`}`;
  return `    <policy name="${name}" class="Machine" displayName="$(string.${name})" explainText="$(string.${name}_Explain)" ${registryAttributes}>
      <parentCategory ref="FerryConsole" /><supportedOn ref="${supportedId(policy.since)}" />
      ${elements(name, policy)}
    </policy>`;
}

const namespace = 'xmlns="http://schemas.microsoft.com/GroupPolicy/2006/07/PolicyDefinitions"';

/** Returns the policy template of Windows (ADMX). All policies apply to the device and are stored under `policyKey`. */
export const admxText = (): string => `<?xml version="1.0" encoding="utf-8"?>
<policyDefinitions ${namespace} revision="1.0" schemaVersion="1.0">
  <policyNamespaces><target prefix="ferry" namespace="Ferry.Policies.Console" /></policyNamespaces>
  <resources minRequiredRevision="1.0" />
  <supportedOn><definitions>${releases
    .map((since) => `<definition name="${supportedId(since)}" displayName="$(string.${supportedId(since)})" />`)
    .join('')}</definitions></supportedOn>
  <categories><category name="FerryConsole" displayName="$(string.FerryConsole)" /></categories>
  <policies>
${[...policies].map(([name, policy]) => policyXml(name, policy)).join('\n')}
  </policies>
</policyDefinitions>
`;

export function admlText(): string {
  const strings: [string, string][] = [
    ['FerryConsole', product.name],
    ...releases.map((since): [string, string] => [supportedId(since), `${product.name} ${since} or later`]),
    ...[...policies].flatMap(([name, { title, description, default: without, example, kind, choices = {} }]) => {
      const sample = kind === 'json' ? `\nExample: ${JSON.stringify(example)}` : '';
      return [
        [name, title],
        [`${name}_Explain`, `${description}\n\nIf this policy is not configured: ${without}.${sample}`],
        ...Object.entries(choices).map(([value, label]) => [choiceId(name, value), label]),
      ] as [string, string][];
    }),
  ];
  const presentations = [...policies].flatMap(([name, { kind, choices, title }]) => {
    if (kind === 'boolean') return [];
    const control = choices
      ? `<dropdownList refId="${name}">${xmlText(title)}</dropdownList>`
      : `<textBox refId="${name}"><label>${xmlText(title)}</label></textBox>`;
    return [`      <presentation id="${name}">${control}</presentation>`];
  });
  return `<?xml version="1.0" encoding="utf-8"?>
<policyDefinitionResources ${namespace} revision="1.0" schemaVersion="1.0">
  <displayName>${product.name}</displayName>
  <description>${product.name}</description>
  <resources>
    <stringTable>
${strings.map(([id, text]) => `      <string id="${id}">${xmlText(text)}</string>`).join('\n')}
    </stringTable>
    <presentationTable>
${presentations.join('\n')}
    </presentationTable>
  </resources>
</policyDefinitionResources>
`;
}
