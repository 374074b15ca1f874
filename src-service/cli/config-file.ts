import { readFileSync } from 'node:fs';
import { type Command, InvalidArgumentError, type Option } from 'commander';
import { z } from 'zod';

/** Flags that can't be settings: the file itself, the version, and a URL that contains a password. */
const flagOnlyOptions = new Set(['config', 'version', 'database-url']);
const maxBytes = 65_536;
const configSchema = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]));

type Setting = string | number | boolean;
type Settings = Readonly<Record<string, Setting>>;

/** Name of the variable that overrides a setting: `--public-url` becomes `FERRY_SERVICE_PUBLIC_URL`. */
const variableOf = (name: string): string => `FERRY_SERVICE_${name.toUpperCase().replaceAll('-', '_')}`;

const settingsOf = (program: Command): ReadonlyMap<string, Option> =>
  new Map(
    program.options.filter((option) => !flagOnlyOptions.has(option.name())).map((option) => [option.name(), option]),
  );

const readConfig = (file: string): Settings | string => {
  try {
    const text = readFileSync(file, 'utf8');
    if (text.length > maxBytes) return `${file} is larger than 64 KiB.`;
    const { $schema: _schema, ...settings } = configSchema.parse(JSON.parse(text));
    return settings;
  } catch (error) {
    if (error instanceof z.ZodError) return `${file} must be a JSON object of strings, numbers and booleans.`;
    if (error instanceof SyntaxError) return `${file} isn't valid JSON. Compare it with check-config --schema.`;
    const code = error instanceof Error && 'code' in error ? error.code : error;
    return `${file} can't be read (${String(code)}). Choose another file with --config.`;
  }
};

class WrongSetting extends Error {}

const parseSetting = (option: Option, value: Setting): unknown => {
  if (option.isBoolean()) {
    if (value === true || value === 'true') return true;
    if (value === false || value === 'false') return undefined;
    throw new WrongSetting('must be true or false.');
  }
  if (typeof value === 'boolean') throw new WrongSetting('needs a value.');
  try {
    return option.parseArg === undefined ? String(value) : option.parseArg(String(value), undefined);
  } catch (error) {
    if (!(error instanceof InvalidArgumentError)) throw error;
    throw new WrongSetting(error.message.replace(/^It must/, 'must').replace(/^Allowed choices are/, 'must be one of'));
  }
};

/** Flags override variables, which override the file. The error message about an invalid setting omits its value. */
export const applySettings = (
  program: Command,
  file: string | undefined,
  environment: NodeJS.ProcessEnv,
): string | undefined => {
  const config = file === undefined ? {} : readConfig(file);
  if (typeof config === 'string') return config;
  const knownOptions = settingsOf(program);
  const unknown = Object.keys(config).find((name) => !knownOptions.has(name));
  if (unknown !== undefined)
    return `${file ?? ''} has the unknown setting ${JSON.stringify(unknown)}. Compare it with check-config --schema.`;
  for (const [name, option] of knownOptions) {
    const variable = variableOf(name);
    const environmentValue = environment[variable];
    const value = environmentValue ?? config[name];
    const attribute = option.attributeName();
    if (value === undefined || program.getOptionValueSource(attribute) === 'cli') continue;
    try {
      program.setOptionValueWithSource(attribute, parseSetting(option, value), 'config');
    } catch (error) {
      if (!(error instanceof WrongSetting)) throw error;
      return `${environmentValue === undefined ? `${name} in ${file ?? ''}` : variable} ${error.message}`;
    }
  }
  return undefined;
};

const schemaOf = (option: Option): object => {
  const { description } = option;
  if (option.isBoolean()) return { description, type: 'boolean' };
  if (option.argChoices !== undefined) return { description, enum: option.argChoices };
  const parser: object = option.parseArg ?? {};
  return 'min' in parser && 'max' in parser
    ? { description, type: 'integer', minimum: parser.min, maximum: parser.max }
    : { description, type: 'string' };
};

export const configJsonSchema = (program: Command): object => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'ferry-service.json',
  type: 'object',
  additionalProperties: false,
  properties: {
    $schema: { type: 'string' },
    ...Object.fromEntries([...settingsOf(program)].map(([name, option]) => [name, schemaOf(option)])),
  },
});
