import { operations } from '#shared/migration-api/operations.ts';
import { visibleText } from '#shared/visible-text.ts';
import { readErrorMessage } from '../console/api-client/judge-reply.ts';
import { type Clock, systemClock } from '../console/clock/clock.ts';
import { createRedactor } from '../console/log/redactor.ts';
import { createRunSecrets } from '../console/token-lab/proofs/run-secrets.ts';
import { createNodeTransport, readProxyVariables } from '../hosts/node/node-transport.ts';
import { allProofs, clockWarning } from './all-proofs.ts';
import { createSurveySender, sendOperation } from './contract/send-surveyed.ts';
import type { Subject } from './contract/subject.ts';
import { readFlags, readServiceAddress } from './flags.ts';
import { readKey } from './read-key.ts';
import { reportProblem, writeReports } from './reports/report-files.ts';
import { runProofs } from './run-proofs.ts';
import { figureOf, linesOf } from './reports/text-report.ts';
import { countStates, type Verification, type VerificationRun } from './base/verification.ts';

const violatedExitCode = 1;
const couldNotRunCode = 2;
/** Time limit for all proofs outside a browser, in ms. `--wait` adds 61 s plus overhead. */
const maxMs = 35_000;
const waitMs = 75_000;

/** Returns why the service can't be verified: it is unreachable or refuses the key. Null if it can be verified. */
async function accessProblem(subject: Subject): Promise<string | null> {
  const { redactor, baseURL, apiKey } = subject;
  const { status, failure, text } = await sendOperation(createSurveySender(subject), operations.checkHealth, {
    authorization: `Bearer ${apiKey}`,
    expects: null,
  });
  if (status === null) return `Can't reach ${baseURL} (${failure}). Check the URL and that the service is running.`;
  if (status === 401 || status === 403) {
    return `${baseURL} rejects the key (${status}). Check that the key belongs to this service and isn't revoked.`;
  }
  // The proofs report redirects and server errors.
  if (status < 400) return null;
  const message = readErrorMessage(text);
  const output = message === null ? '' : `, ${redactor.text(message)}`;
  return `${baseURL} failed its health check (${status}${output}). Check the URL.`;
}
/** Time limits for the browser flow, in ms. They leave time for later proofs. `--wait` allows more time. */
const walkMs = { usual: 20_000, waiting: 60_000 };

interface VerifyHost {
  readonly version: string;
  readonly env: NodeJS.ProcessEnv;
  readonly labFiles: string;
  /** Replaces the system clock in tests that don't wait. */
  readonly clock?: Clock;
  readonly walkMs?: number;
  readonly stopped: AbortSignal;
  readonly say: (line: string) => void;
  readonly print: (line: string) => void;
}

const exitCodeOf = (proofs: readonly Verification[], stopped: AbortSignal): number => {
  const { violated, unclear } = countStates(proofs);
  if (stopped.aborted) return couldNotRunCode;
  if (violated > 0) return violatedExitCode;
  return unclear > 0 ? couldNotRunCode : 0;
};

export async function verify(argv: readonly string[], host: VerifyHost): Promise<number> {
  const { version, stopped, say, env, labFiles, clock = systemClock } = host;
  const refuse = (sentence: string): number => {
    say(sentence);
    return couldNotRunCode;
  };
  const result = readFlags(argv, host.print);
  if (!result.ok) return result.sentence === null ? 0 : refuse(result.sentence);
  const { flags } = result;
  const waits = flags.wait ?? false;
  const redactor = createRedactor();
  const secrets = createRunSecrets(redactor);
  const walkTimeMs = host.walkMs ?? (waits ? walkMs.waiting : walkMs.usual);
  const signal = AbortSignal.any([stopped, AbortSignal.timeout(maxMs + walkTimeMs + (waits ? waitMs : 0))]);
  const proxies = readProxyVariables(env);
  const transport = createNodeTransport({ proxiesFor: () => proxies });
  const common = {
    version,
    env,
    labFiles,
    waits,
    redactor,
    secrets,
    signal,
    walkMs: walkTimeMs,
    transport,
    clock,
  };
  const knownProofs = allProofs({ ...common, baseURL: 'http://127.0.0.1', apiKey: '' });
  // The message doesn't repeat the value, which may be a key.
  if (flags.only?.some((only) => !knownProofs.some(({ id }) => id === only)))
    return refuse("--only names a proof that doesn't exist. --list prints the IDs.");
  if (flags.list) {
    for (const { id, title } of knownProofs) host.print(`${id.padEnd(20)}  ${title}`);
    return 0;
  }
  const address = readServiceAddress(flags);
  if ('sentence' in address) return refuse(address.sentence);
  const key = readKey(flags.keyFile, env);
  if (!key.ok) return refuse(key.sentence);
  const problem = reportProblem(flags);
  if (problem !== null) return refuse(problem);
  redactor.hold('verify', key.apiKey);
  secrets.keep('FERRY_API_KEY', key.apiKey);

  const subject: Subject = { ...common, ...address, apiKey: key.apiKey };
  const at = clock.now().toISOString();
  const startedAt = clock.monotonic();
  const serviceProblem = await accessProblem(subject);
  if (serviceProblem !== null) return refuse(stopped.aborted ? 'Stopped before the first proof.' : serviceProblem);
  const chosenProofs = allProofs(subject).filter(({ id }) => flags.only?.includes(id) ?? true);
  const warning = chosenProofs.some(({ group }) => group === 'tokens') ? await clockWarning(subject) : null;
  if (warning !== null) say(warning);
  const proofs = await runProofs(chosenProofs, {
    clock,
    stopped,
    signal,
    clean: (text) => visibleText(secrets.hide(text)),
    onEnd: (proof) => linesOf(proof).forEach(say),
  });
  const run: VerificationRun = {
    version,
    baseURL: address.baseURL,
    at,
    durationMs: Math.round(clock.monotonic() - startedAt),
    exitCode: exitCodeOf(proofs, stopped),
    proofs,
  };
  const writeProblem = writeReports(flags, run);
  if (writeProblem !== null) say(writeProblem);
  if (stopped.aborted) say('Stopped before the last proof.');
  say(figureOf(run));
  return writeProblem === null ? run.exitCode : couldNotRunCode;
}
