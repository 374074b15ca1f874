import type { Command, Option } from 'commander';
import { serviceProgram } from '#service/cli/program.ts';
import type { BuildLabel } from '../build-label.ts';
import { serviceProduct } from '../product.ts';

const { id, name, summary } = serviceProduct;

/** Escapes plain text for troff, so that it contains no command and users can copy its hyphens. */
const plain = (text: string): string =>
  text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll(/^([.'])/gm, '\\&$1');

const sentence = (text: string): string => {
  const clause = text.charAt(0).toUpperCase() + text.slice(1);
  return clause.endsWith('.') ? clause : `${clause}.`;
};

const entry = (term: string, text: string): string => `.TP\n\\fB${plain(term)}\\fR\n${plain(sentence(text))}`;

const optionEntry = ({ flags, description, defaultValue, defaultValueDescription, argChoices }: Option): string => {
  const usual = defaultValueDescription ?? (defaultValue === undefined ? undefined : String(defaultValue));
  const more = [
    argChoices && `one of ${argChoices.join(', ')}`,
    usual === undefined || usual === 'false' ? undefined : `default: ${usual}`,
  ].filter((part) => part !== undefined);
  return entry(flags, more.length === 0 ? description : `${description} (${more.join('; ')})`);
};

/** Returns the executable commands with their full names. */
const commandsOf = (command: Command, before = ''): { words: string; command: Command }[] =>
  command.commands.flatMap((one) => {
    const words = `${before}${one.name()}`;
    return one.commands.length > 0 ? commandsOf(one, `${words} `) : [{ words, command: one }];
  });

const commandPart = ({ words, command }: { words: string; command: Command }): string => {
  const parameters = command.registeredArguments.map((argument) => ` <${argument.name()}>`).join('');
  return [`.SS ${plain(words + parameters)}`, plain(command.description()), ...command.options.map(optionEntry)].join(
    '\n',
  );
};

const paragraphs = (...texts: readonly string[]): string => texts.map((text) => plain(text)).join('\n.PP\n');
const entries = (terms: Readonly<Record<string, string>>): string =>
  Object.entries(terms)
    .map(([term, text]) => entry(term, text))
    .join('\n');
const commandLines = (...lines: readonly string[]): string => `.nf\n${lines.map(plain).join('\n')}\n.fi`;

/** Returns the manual page for section 8. Reads the flags and commands from the program itself. */
export function manPage({ version }: BuildLabel, sourceDate: number): string {
  const program = serviceProgram();
  const parts: Readonly<Record<string, string>> = {
    NAME: `${plain(id)} \\- ${plain(summary)}`,
    SYNOPSIS: `.B ${plain(id)}\n.RI [ flags ]\n.br\n.B ${plain(id)}\n.I command\n.RI [ flags ]`,
    DESCRIPTION: paragraphs(
      `Without a command, ${name} serves until SIGTERM or SIGINT. It prints one line of JSON with its address when it listens, and its log, one JSON object per line, on standard error.`,
      'The data is in a folder, which one instance uses at a time, or in a PostgreSQL database, which any number of instances can share.',
    ),
    OPTIONS: program.options.map(optionEntry).join('\n'),
    COMMANDS: commandsOf(program).map(commandPart).join('\n'),
    ENVIRONMENT: entries({
      FERRY_DATABASE_URL: 'URL of the PostgreSQL database, if no flag names a store',
      FERRY_SERVICE_NAME: 'Value of the flag --name; it overrides --config, and a flag overrides it',
      OTEL_EXPORTER_OTLP_ENDPOINT:
        "Collector of traces (OTLP over HTTP). OpenTelemetry's other variables work too. Without it, no traces are sent",
    }),
    FILES: entries({
      '/etc/ferry-service/service.env': 'Flags (FERRY_SERVICE_FLAGS) and variables of the units',
      '/etc/ferry-service/database-url':
        'Database URL for ferry-service@.service, which systemd passes to the service as a credential; mode 0600',
      '/var/lib/ferry-service': 'Data folder of ferry-service.service; stays until the package is purged',
      '/usr/share/doc/ferry-service/examples': 'Configurations of nginx and HAProxy for several instances',
    }),
    'EXIT STATUS': entries({
      '0': 'Success',
      '1': 'audit verify or restore --check found inconsistent data',
      '2': 'Refused with one sentence; nothing was changed',
    }),
    EXAMPLES: [
      plain('One instance with its data in a folder, and an API key:'),
      commandLines(
        'systemctl enable --now ferry-service',
        'runuser -u ferry-service -- ferry-service keys create --data /var/lib/ferry-service --description CI',
      ),
      '.PP',
      plain('Three instances on a database:'),
      commandLines(
        'install --mode=0600 /dev/null /etc/ferry-service/database-url',
        'echo postgresql://ferry:PASSWORD@db.example.com/ferry > /etc/ferry-service/database-url',
        'systemctl enable --now ferry-service@1 ferry-service@2 ferry-service@3',
      ),
    ].join('\n'),
    'SEE ALSO': '.BR systemctl (1),\n.BR nginx (8),\n.BR haproxy (1)',
  };
  const date = new Date(sourceDate * 1000).toISOString().slice(0, 10);
  const head = `.TH ${id.toUpperCase().replaceAll('-', '\\-')} 8 "${date}" "${name} ${version}" "System administration"`;
  return [head, ...Object.entries(parts).map(([title, text]) => `.SH "${title}"\n${text}`), ''].join('\n');
}
