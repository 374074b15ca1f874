import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { applySettings, configJsonSchema } from './config-file.ts';
import { serviceProgram } from './program.ts';

const folder = mkdtempSync(join(tmpdir(), 'ferry-config-'));
const file = join(folder, 'ferry-service.json');
afterAll(() => rmSync(folder, { recursive: true }));

const apply = (config: object | string, flags: string[] = [], environment: NodeJS.ProcessEnv = {}) => {
  writeFileSync(file, typeof config === 'string' ? config : JSON.stringify(config));
  const program = serviceProgram();
  program.parseOptions(flags);
  return { refused: applySettings(program, file, environment), options: program.opts() };
};

test('a flag wins over a variable, and a variable over the file', { tags: '@X3' }, () => {
  const config = { port: 8_600, migrations: 3, companies: 4, dashboard: true, 'access-log': true, 'log-level': 'warn' };
  const environment = { FERRY_SERVICE_PORT: '8601', FERRY_SERVICE_MIGRATIONS: '5', FERRY_SERVICE_ACCESS_LOG: 'false' };
  const { refused, options } = apply(config, ['--port', '8602'], environment);
  expect(refused).toBeUndefined();
  expect(options).toMatchObject({ port: 8_602, migrations: 5, companies: 4, dashboard: true, logLevel: 'warn' });
  expect(options['accessLog']).toBeUndefined();
});

test.each<[object | string, NodeJS.ProcessEnv, string]>([
  [{ prot: 1 }, {}, `${file} has the unknown setting "prot". Compare it with check-config --schema.`],
  [{ port: 70_000 }, {}, `port in ${file} must be a whole number from 0 to 65535.`],
  [{ dashboard: 'yes' }, {}, `dashboard in ${file} must be true or false.`],
  [{ 'log-level': 'loud' }, {}, `log-level in ${file} must be one of debug, info, warn, error, silent.`],
  [
    { 'database-url': 'postgresql://canary' },
    {},
    `${file} has the unknown setting "database-url". Compare it with check-config --schema.`,
  ],
  [{}, { FERRY_SERVICE_PORT: 'canary' }, 'FERRY_SERVICE_PORT must be a whole number from 0 to 65535.'],
  [[1], {}, `${file} must be a JSON object of strings, numbers and booleans.`],
  ['{', {}, `${file} isn't valid JSON. Compare it with check-config --schema.`],
])('the file %j with variables %j is rejected without the value', { tags: '@X3' }, (config, environment, sentence) => {
  expect(apply(config, [], environment).refused).toBe(sentence);
});

test('the JSON schema of the config file has each setting, with its range', { tags: '@X3' }, () => {
  expect(configJsonSchema(serviceProgram())).toMatchObject({
    additionalProperties: false,
    properties: {
      port: { type: 'integer', minimum: 0, maximum: 65_535 },
      dashboard: { type: 'boolean' },
      'public-url': { type: 'string' },
      'log-level': { enum: ['debug', 'info', 'warn', 'error', 'silent'] },
    },
  });
});
