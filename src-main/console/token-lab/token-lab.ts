import { type Outcome, succeed } from '#shared/app-error.ts';
import type { ProofRun } from '#shared/console-contract/token-lab-calls.ts';
import type { EventData } from '#shared/console-contract/types.ts';
import { type ProofId, proofTexts } from '#shared/token-proofs.ts';
import type { Access } from '../api-client/api-client.ts';
import type { HttpTransport } from '../ports/http-transport.ts';
import { checkBinding } from '../api-client/service-binding.ts';
import { openRun, type ProofPorts, runProof } from './run-proof.ts';

interface TokenLabPorts extends ProofPorts {
  /** Transport for profiles without their own transport. Must allow eight concurrent requests. */
  readonly transport: () => HttpTransport;
  readonly access: () => Promise<Outcome<Access>>;
  readonly profile: () => { readonly id: string };
  readonly checkCreates: (confirmed: boolean) => Outcome<null>;
  /** Binding of the active profile. A proof runs only against the service for which it was started. */
  readonly binding: () => string;
  readonly onChange: (change: EventData<'tokenLab:changed'>) => void;
  /** Finished runs from earlier sessions. Unreadable runs are skipped. */
  readonly runStore: {
    readonly read: (profileId: string) => Promise<Outcome<readonly ProofRun[]>>;
    readonly keep: (run: ProofRun) => void;
  };
}

interface ProofRequest {
  readonly proofId: ProofId;
  readonly profileId: string;
  readonly binding: string;
}

const maxRuns = 200;

export function createTokenLab(ports: TokenLabPorts, closing: AbortSignal) {
  const { clock } = ports;
  let runs: ProofRun[] = [];
  let queue: ProofRequest[] = [];
  let stop: AbortController | null = null;
  let isWorking = false;
  /** Based on the clock, so that runs of earlier sessions sort first. */
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
    if (run.verdict !== null) ports.runStore.keep(run);
    ports.onChange({ profileId: run.profileId, queue: queueOf(run.profileId), run });
  };
  const queueOf = (profileId: string): ProofId[] =>
    queue.flatMap((queued) => (queued.profileId === profileId ? [queued.proofId] : []));
  const readStoredRuns = async (profileId: string): Promise<void> => {
    if (wasRead.has(profileId)) return;
    const runsResult = await ports.runStore.read(profileId);
    if (!runsResult.ok || wasRead.has(profileId)) return;
    wasRead.add(profileId);
    const knownIds = new Set(runs.map(({ id }) => id));
    runs = [...runsResult.value.filter(({ id }) => !knownIds.has(id)), ...runs];
  };
  const state = async () => {
    const access = await ports.access();
    const { id: profileId } = ports.profile();
    await readStoredRuns(profileId);
    const controlResult = access.ok ? await ports.control.state(access.value, closing) : null;
    const hasControl = controlResult !== null && controlResult.ok && typeof controlResult.value !== 'string';
    return succeed({
      profileId,
      hasControl,
      queue: queueOf(profileId),
      runs: runsOfProfile(profileId).map(toCurrentRun),
    });
  };

  const runAll = async (): Promise<void> => {
    for (let queued = queue.shift(); queued; queued = queue.shift()) {
      const { proofId, profileId, binding } = queued;
      // One controller per proof, because cancelling must end only this proof and not proofs queued later.
      const controller = new AbortController();
      stop = controller;
      const access = await ports.access();
      lastId = Math.max(lastId + 1, clock.now().getTime());
      const run = openRun({ id: lastId, proofId, profileId, clock, onChange: keep });
      if (access.ok && access.value.binding !== binding) {
        run.end({
          verdict: 'unknown',
          title: 'The profile has changed',
          text: 'The base URL, environment or key changed, so nothing was sent. Run the proof again.',
          expected: proofTexts[proofId].must,
          received: 'nothing',
        });
        continue;
      }
      if (!access.ok) {
        run.end({
          verdict: 'unknown',
          title: "The proof couldn't start",
          text: "The console couldn't access the service with this profile. Fix the error under Received, then run the proof again.",
          expected: proofTexts[proofId].must,
          received: access.error.detail ?? access.error.code,
        });
        continue;
      }
      const signal = AbortSignal.any([controller.signal, access.value.ended, closing]);
      const transport = access.value.transport ?? ports.transport();
      await runProof({ ...ports, run, access: access.value, transport, signal });
      if (closing.aborted) queue = [];
      // Switching profiles cancels the queued proofs.
      if (access.value.ended.aborted) queue = queue.filter((other) => other.binding !== binding);
    }
  };

  return {
    state,
    /** `confirmed`: the user agreed to run in production. */
    run: async (ids: readonly ProofId[], confirmed: boolean) => {
      const access = await ports.access();
      if (!access.ok) return access;
      const bindingCheck = checkBinding(access.value.binding, ports.binding(), clock.now());
      if (!bindingCheck.ok) return bindingCheck;
      const permission = ports.checkCreates(confirmed);
      if (!permission.ok) return permission;
      const { binding, profileId } = access.value;
      const waiting = queue.filter((queued) => queued.binding === binding).map(({ proofId }) => proofId);
      queue.push(...ids.filter((id) => !waiting.includes(id)).map((proofId) => ({ proofId, profileId, binding })));
      if (!isWorking) {
        isWorking = true;
        void runAll().finally(() => {
          isWorking = false;
          stop = null;
          ports.onChange({ profileId: ports.profile().id, queue: queueOf(ports.profile().id), run: null });
        });
      }
      return state();
    },
    cancel: async () => {
      queue = [];
      stop?.abort();
      return state();
    },
    forget: (profileId: string) => {
      wasRead.delete(profileId);
      runs = runs.filter((run) => run.profileId !== profileId);
    },
    latest: () => [
      ...new Map(
        runsOfProfile(ports.profile().id)
          .filter((run) => run.verdict !== null)
          .map((run) => [run.proofId, run]),
      ).values(),
    ],
  };
}
