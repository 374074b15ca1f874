import { andThen, fail, mapOutcome, succeed } from '#shared/app-error.ts';
import { type ProofRun, proofRunSchema, type reportFormats } from '#shared/console-contract/token-lab-calls.ts';
import { parseJson } from '#shared/tolerant-reading/read-json.ts';
import { type ProofId, proofTexts } from '#shared/token-proofs.ts';
import type { RecordAttempt } from '../api-client/attempt-record.ts';
import { checkBinding } from '../api-client/service-binding.ts';
import type { BaseTopics } from '../base-topics/base-topics.ts';
import type { ConsoleHandlers } from '../calls/console-handlers.ts';
import { saveBytes } from '../exports/save-file.ts';
import type { HttpTransport } from '../ports/http-transport.ts';
import type { RequestLog } from '../request-log/request-log.ts';
import type { ServiceControl } from '../service-control/service-control.ts';
import { jsonReport, markdownReport } from './report.ts';
import { openRun } from './proofs/open-run.ts';
import { runProof } from './run-proof.ts';

interface TokenLabTopicPorts extends BaseTopics {
  readonly requestLog: Pick<RequestLog, 'record'>;
  readonly control: ServiceControl;
  readonly closing: AbortSignal;
}

interface ProofRequest {
  readonly proofId: ProofId;
  readonly profileId: string;
  readonly binding: string;
}

const maxRuns = 200;

export function createTokenLabTopic(topic: TokenLabTopicPorts) {
  const { ports, clock, network, profiles, requestLog, control, connection, data, events, closing } = topic;
  const { activeId } = profiles;
  let transport: HttpTransport | undefined;
  let runs: ProofRun[] = [];
  let queue: ProofRequest[] = [];
  let stop: AbortController | null = null;
  let isWorking = false;
  /** Starts from the clock, so that runs of earlier sessions have lower IDs. */
  let lastId = 0;
  const wasRead = new Set<string>();

  const waitStarts = new WeakMap<object, number>();
  const runsOfProfile = (profileId: string): ProofRun[] => runs.filter((run) => run.profileId === profileId);
  const toCurrentRun = (run: ProofRun): ProofRun => {
    if (run.wait === null) return run;
    const waitedMs = clock.monotonic() - (waitStarts.get(run.wait) ?? clock.monotonic());
    return { ...run, wait: { ...run.wait, leftMs: Math.max(run.wait.totalMs - waitedMs, 0) } };
  };
  const keep = (run: ProofRun): void => {
    if (run.wait !== null && !waitStarts.has(run.wait)) waitStarts.set(run.wait, clock.monotonic());
    runs = [...runs.filter(({ id }) => id !== run.id), run].slice(-maxRuns);
    const { profileId, id, proofId, verdict } = run;
    if (verdict !== null) {
      // Shown runs contain no secrets. Redacting again protects the file from mistakes in a proof.
      const text = ports.redactor.withoutKeys(JSON.stringify(run));
      void data.call('keepProofRun', { profileId, id, proofId, run: text });
    }
    events.emit('tokenLab:changed', { profileId, queue: queueOf(profileId), run });
  };
  const queueOf = (profileId: string): ProofId[] =>
    queue.flatMap((queued) => (queued.profileId === profileId ? [queued.proofId] : []));
  const readStoredRuns = async (profileId: string): Promise<void> => {
    if (wasRead.has(profileId)) return;
    const runsResult = await data.call('proofRuns', { profileId });
    if (!runsResult.ok || wasRead.has(profileId)) return;
    wasRead.add(profileId);
    const knownIds = new Set(runs.map(({ id }) => id));
    const storedRuns = runsResult.value.flatMap((run) => parseJson(proofRunSchema, run) ?? []);
    runs = [...storedRuns.filter(({ id }) => !knownIds.has(id)), ...runs];
  };
  const state = async () => {
    const access = await profiles.access();
    const profileId = activeId();
    await readStoredRuns(profileId);
    const controlResult = access.ok ? await control.state(access.value, closing) : null;
    const hasControl = controlResult !== null && controlResult.ok && typeof controlResult.value !== 'string';
    return succeed({
      profileId,
      hasControl,
      queue: queueOf(profileId),
      runs: runsOfProfile(profileId).map(toCurrentRun),
    });
  };

  const record: RecordAttempt = (attempt) => {
    requestLog.record(attempt);
    if (attempt.attempt.ok) connection.onResponse(attempt.profileId, clock.now().getTime() - attempt.at.getTime());
  };
  const runAll = async (): Promise<void> => {
    for (let queued = queue.shift(); queued; queued = queue.shift()) {
      const { proofId, profileId, binding } = queued;
      // One controller per proof, because cancelling must end only this proof and not proofs queued later.
      const controller = new AbortController();
      stop = controller;
      const access = await profiles.access();
      lastId = Math.max(lastId + 1, clock.now().getTime());
      const run = openRun({ id: lastId, proofId, profileId, clock, onChange: keep });
      if (!access.ok || access.value.binding !== binding) {
        const unsent = access.ok
          ? {
              title: 'The profile has changed',
              text: 'The base URL, environment or key changed, so nothing was sent. Run the proof again.',
              received: 'nothing',
            }
          : {
              title: "The proof couldn't start",
              text: "The console couldn't access the service with this profile. Fix the error under Received, then run the proof again.",
              received: access.error.detail ?? access.error.code,
            };
        run.end({ ...unsent, verdict: 'unknown', expected: proofTexts[proofId].must });
        continue;
      }
      const signal = AbortSignal.any([controller.signal, access.value.ended, closing]);
      // Uses Node's stack: Chromium's limit of six connections per host delays two of eight concurrent requests.
      const stack = access.value.transport ?? (transport ??= network.transportWithCa([]));
      await runProof({ ...ports, control, record, run, access: access.value, transport: stack, signal });
      if (closing.aborted) queue = [];
      // Switching profiles cancels the queued proofs.
      if (access.value.ended.aborted) queue = queue.filter((other) => other.binding !== binding);
    }
  };

  const start = async (ids: readonly ProofId[], confirmed: boolean) => {
    const access = await profiles.access();
    if (!access.ok) return access;
    const bindingCheck = checkBinding(access.value.binding, profiles.binding(), clock.now());
    if (!bindingCheck.ok) return bindingCheck;
    const permission = profiles.checkCreates(confirmed);
    if (!permission.ok) return permission;
    const { binding, profileId } = access.value;
    const waiting = queue.filter((queued) => queued.binding === binding).map(({ proofId }) => proofId);
    queue.push(...ids.filter((id) => !waiting.includes(id)).map((proofId) => ({ proofId, profileId, binding })));
    if (!isWorking) {
      isWorking = true;
      void runAll().finally(() => {
        isWorking = false;
        stop = null;
        events.emit('tokenLab:changed', { profileId: activeId(), queue: queueOf(activeId()), run: null });
      });
    }
    return state();
  };

  const createReport = (format: (typeof reportFormats)[number]) => {
    const endedRuns = runsOfProfile(activeId()).filter((run) => run.verdict !== null);
    const latestRuns = [...new Map(endedRuns.map((run) => [run.proofId, run])).values()];
    if (latestRuns.length === 0) return fail('not_found', clock.now(), { detail: 'No proof has run yet.' });
    const at = clock.now().toISOString();
    const { name, environment, baseURL } = profiles.view();
    const subject = { version: ports.version, profile: name, environment, baseURL, at, runs: latestRuns };
    const extension = format === 'json' ? ('json' as const) : ('md' as const);
    const text = format === 'json' ? jsonReport(subject) : markdownReport(subject);
    return succeed({ fileName: `token-lab-${at.slice(0, 10)}.${extension}`, format: extension, text });
  };
  return {
    /** Called when a profile's data is removed. */
    forget: (profileId: string) => {
      wasRead.delete(profileId);
      runs = runs.filter((run) => run.profileId !== profileId);
    },
    handlers: {
      state,
      run: ({ ids, confirmed }) => start(ids, confirmed),
      cancel: async () => {
        queue = [];
        stop?.abort();
        return state();
      },
      report: ({ format }) => mapOutcome(createReport(format), ({ fileName, text }) => ({ fileName, text })),
      saveReport: ({ format }) =>
        andThen(createReport(format), ({ text, ...suggested }) =>
          saveBytes(ports.saveFile, suggested, Buffer.from(text), clock.now()),
        ),
    } satisfies ConsoleHandlers['tokenLab'],
  };
}
