import type { LabCall, ProofRun } from '#shared/console-contract/token-lab-calls.ts';

/** Shell commands that extract a value from `$REPLY`, which contains the headers and the body. */
const captures: Readonly<Record<LabCall['gives'][number]['from'], string>> = {
  link_token: String.raw`sed -n 's/.*"link_token" *: *"\([^"]*\)".*/\1/p'`,
  access_token: String.raw`sed -n 's/.*"access_token" *: *"\([^"]*\)".*/\1/p'`,
  cookie: String.raw`sed -n 's/^[Ss]et-[Cc]ookie: *[^=;]*=\([^;]*\).*/\1/p'`,
};

const variablesIn = (curl: string): string[] =>
  Array.from(curl.matchAll(/(?<!\\)\$([A-Z][A-Z_0-9]*)/g), ([, name]) => name ?? '');

/** Makes the script fail if the variable is unset. The invalid key has a default. */
const requireVariable = (name: string): string =>
  name.startsWith('MADE_UP_KEY') ? `: "\${${name}:=made-up-key}"` : `: "\${${name}:?Set it first: export ${name}=...}"`;

const commandOf = ({ curl, gives, lane, afterSeconds }: LabCall): string => {
  const wait = afterSeconds > 0 ? `sleep ${afterSeconds}\n` : '';
  if (lane) return `${wait}${curl} &`;
  if (gives.length === 0) return `${wait}${curl}`;
  const assignments = gives.map(
    ({ name, from }) => `${name}=$(printf '%s\\n' "$REPLY" | ${captures[from]} | head -n 1)`,
  );
  return [`${wait}REPLY=$(${curl})`, String.raw`printf '%s\n' "$REPLY"`, ...assignments].join('\n');
};

export const proofScript = ({ calls }: Pick<ProofRun, 'calls'>): string => {
  const variableNames = new Set(calls.flatMap(({ gives }) => gives.map(({ name }) => name)));
  const unsetNames = [...new Set(calls.flatMap(({ curl }) => variablesIn(curl)))].filter(
    (name) => !variableNames.has(name),
  );
  const commands = calls.map((call, index) => {
    const isLastOfLane = call.lane && calls[index + 1]?.lane !== true;
    return isLastOfLane ? `${commandOf(call)}\nwait` : commandOf(call);
  });
  return [unsetNames.map(requireVariable).join('\n'), ...commands].filter((part) => part !== '').join('\n\n');
};
