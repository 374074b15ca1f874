import { anchorOf } from '#shared/anchor-of.ts';

export interface JsonSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly format?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
  readonly additionalProperties?: JsonSchema | boolean;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly default?: unknown;
}

interface Content {
  readonly content?: Readonly<Record<string, { readonly schema?: JsonSchema; readonly example?: unknown }>>;
}
interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly security: readonly Readonly<Record<string, unknown>>[];
  readonly parameters?: readonly {
    name: string;
    in: string;
    required?: boolean;
    description?: string;
    schema: JsonSchema;
  }[];
  readonly requestBody?: Content;
  readonly responses: Readonly<Record<string, Content & { readonly description: string }>>;
}
export interface OpenApi {
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, JsonSchema>> };
}

const credentials: Readonly<Record<string, string>> = {
  apiKey: 'an API key',
  linkToken: 'the link token',
  accessToken: 'the access token',
};
const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ').replaceAll('<', '&lt;');

function typeText(schema: JsonSchema): string {
  if (schema.$ref !== undefined) {
    const name = schema.$ref.split('/').at(-1) ?? '';
    return `[${name}](#${anchorOf(name)})`;
  }
  if (schema.const !== undefined) return `always \`${String(schema.const)}\``;
  if (schema.enum) return schema.enum.map((one) => `\`${String(one)}\``).join(', ');
  if (schema.anyOf) return schema.anyOf.map(typeText).join(' or ');
  if (schema.type === 'array' && schema.items) return `array of ${typeText(schema.items)}`;
  const kind = [schema.type ?? 'any'].flat().join(' or ');
  const minimumText = schema.minimum === undefined || schema.minimum < -1e15 ? '' : ` from ${schema.minimum}`;
  const maximumText = schema.maximum === undefined || schema.maximum > 1e15 ? '' : ` to ${schema.maximum}`;
  const defaultText = schema.default === undefined ? '' : `, default ${String(schema.default)}`;
  return `${kind}${schema.format === undefined ? '' : ` (${schema.format})`}${minimumText}${maximumText}${defaultText}`;
}

const bodyOf = ({ content }: Content): string => {
  const [schema] = Object.values(content ?? {}).map((one) => one.schema);
  return schema ? typeText(schema) : '';
};

type Reply = Operation['responses'][string];

const isError = (status: string): boolean => Number(status) >= 400;
const rowOf = ([status, reply]: readonly [string, Reply]): string =>
  `| ${status} | ${cell(reply.description)} | ${cell(bodyOf(reply))} |`;

const exampleLines = ({ content }: Content): string[] => {
  const example = content?.['application/json']?.example;
  return example === undefined ? [] : ['```json', JSON.stringify(example, null, 2), '```', ''];
};

function operationLines(method: string, path: string, operation: Operation): string[] {
  const credentialTexts = operation.security.flatMap(Object.keys).map((name) => credentials[name] ?? name);
  const parameters = operation.parameters ?? [];
  return [
    `### ${method.toUpperCase()} ${path}`,
    '',
    `${operation.summary}. Credential: ${credentialTexts.join(' or ') || 'none'}. Operation id: \`${operation.operationId}\`.`,
    '',
    ...(operation.description ? [operation.description, ''] : []),
    ...(parameters.length > 0
      ? [
          '| parameter | in | value |',
          '| --- | --- | --- |',
          ...parameters.map(
            (parameter) => `| \`${parameter.name}\` | ${parameter.in} | ${cell(typeText(parameter.schema))} |`,
          ),
          '',
        ]
      : []),
    ...(operation.requestBody
      ? [`Body: ${bodyOf(operation.requestBody)}`, '', ...exampleLines(operation.requestBody)]
      : []),
    ...Object.entries(operation.responses)
      .filter(([status]) => !isError(status))
      .flatMap(([status, reply]) => [
        `Reply: ${status}, ${bodyOf(reply) || reply.description}`,
        '',
        ...exampleLines(reply),
      ]),
    `[Errors](#errors): ${Object.keys(operation.responses).filter(isError).join(', ')}`,
    '',
  ];
}

/** Returns a row for each status, because a status has the same meaning and body in every operation. */
function errorLines(paths: OpenApi['paths']): string[] {
  const replies = Object.values(paths)
    .flatMap((methods) => Object.values(methods))
    .flatMap(({ responses }) => Object.entries(responses).filter(([status]) => isError(status)));
  const rows = [...new Set(replies.map(rowOf))].toSorted();
  if (rows.length !== new Set(replies.map(([status]) => status)).size) throw new Error('A status has two meanings.');
  return ['| status | when | body |', '| --- | --- | --- |', ...rows, ''];
}

function schemaLines(name: string, schema: JsonSchema): string[] {
  const rows = Object.entries(schema.properties ?? {}).map(([field, one]) => {
    const note = one.description ? `: ${one.description}` : '';
    return `| \`${field}\` | ${cell(typeText(one) + note)} | ${schema.required?.includes(field) ? 'yes' : 'no'} |`;
  });
  const description = schema.description ?? (rows.length === 0 ? typeText(schema) : undefined);
  return [
    `### ${name}`,
    '',
    ...(description ? [description, ''] : []),
    ...(rows.length > 0 ? ['| field | value | required |', '| --- | --- | --- |', ...rows, ''] : []),
  ];
}

/** Returns the API reference in Markdown, generated only from the OpenAPI document. */
export function apiDocument({ info, paths, components }: OpenApi, file = 'openapi'): string {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) => operationLines(method, path, operation)),
  );
  return [
    `# ${info.title}`,
    '',
    `For developers who call the API: every operation, field and error of version ${info.version}. The page comes from [${file}.json](${file}.json).`,
    '',
    info.description,
    '',
    '## Operations',
    '',
    ...operations,
    '## Errors',
    '',
    ...errorLines(paths),
    '## Bodies',
    '',
    ...Object.entries(components.schemas).flatMap(([name, schema]) => schemaLines(name, schema)),
  ].join('\n');
}
