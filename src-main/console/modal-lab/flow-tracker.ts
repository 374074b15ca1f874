import type { AppError } from '#shared/app-error.ts';
import type { LabFlow, LabProblem, LabProblemCode } from '#shared/console-contract/modal-lab-calls.ts';
import type { LabReport } from '#shared/lab-messages.ts';
import { asRecord, textOrNull } from '#shared/tolerant-reading/read-json.ts';
import { accessTokenLifetimeMs, linkTokenLifetimeMs } from '#shared/token-lifetimes.ts';
import type { Clock } from '../clock/clock.ts';
import type { MintedToken, TokenHistory } from '../link-tokens/link-tokens.ts';
import {
  afterClockMove,
  afterClose,
  afterEvent,
  flowAfterRequest,
  startFlow,
  type FlowState,
  isDocumented,
  viewFlow,
} from './lab-flow.ts';
import type { LabLog } from './lab-log.ts';
import { problemOfBackend, problemOfSdk, sentenceOfSdk, withoutModalAddress } from './lab-problem.ts';

type Report<Kind extends LabReport['kind']> = Extract<LabReport, { kind: Kind }>;

interface FlowTrackerPorts {
  readonly clock: Clock;
  readonly log: LabLog;
  readonly clean: (text: string) => string;
  readonly history: Pick<TokenHistory, 'markExchanged'>;
  readonly onModalOrigin: (origin: string) => void;
}

/** Smaller changes of the clock offset, in ms, are due to network latency. */
const clockJumpMs = 5_000;

export function createFlowTracker({ clock, log, clean, history, onModalOrigin }: FlowTrackerPorts) {
  let flow: FlowState | null = null;
  let problem: LabProblem | null = null;
  /** Offset of the service's clock from the monotonic clock, in ms. Null until known. */
  let serviceAhead: number | null = null;

  const entryBase = () => ({ flow: flow?.number ?? 0, atMs: flow ? clock.monotonic() - flow.startedAt : 0 });
  const step = (name: string, data?: unknown) => log.add({ ...entryBase(), kind: 'step', name, data });
  const change = (more: Partial<FlowState>) => {
    if (flow) flow = { ...flow, ...more };
  };
  const addRequest = (
    from: 'backend' | 'page' | 'frame',
    request: { readonly method: string; readonly path: string; readonly status: number | null; readonly ms: number },
  ) => {
    const { flow: number, atMs } = entryBase();
    log.addRequest({ flow: number, atMs: Math.max(0, atMs - request.ms), from, ...request });
  };
  const setProblem = (code: LabProblemCode, { detail, error }: { detail?: string; error?: AppError } = {}) => {
    problem = { code, at: clock.now().toISOString(), detail: detail ?? error?.detail ?? null, error: error ?? null };
  };

  const end = () => {
    if (flow) flow = afterClose(flow, clock.monotonic());
  };
  const moveTokens = (aheadMs: number | null) => {
    if (flow) flow = afterClockMove(flow, aheadMs, { link: linkTokenLifetimeMs, access: accessTokenLifetimeMs });
  };
  const serviceTime = (at: string) => {
    const clockOffsetMs = Date.parse(at) - clock.monotonic();
    if (Number.isNaN(clockOffsetMs)) return;
    const jump = serviceAhead === null ? 0 : clockOffsetMs - serviceAhead;
    serviceAhead = clockOffsetMs;
    // Setting the clock back expires every token.
    if (Math.abs(jump) >= clockJumpMs) moveTokens(jump > 0 ? jump : null);
  };

  const recordExchange = (ms: number) => {
    const now = clock.monotonic();
    change({ accessToken: { since: now - ms, exchangeMs: ms, endedAt: null } });
    if (flow?.linkToken) {
      change({ linkToken: { ...flow.linkToken, usedAt: now } });
      history.markExchanged(flow.linkToken.recordId);
    }
    step('link token exchanged');
  };

  const reportHandlers: { readonly [Kind in Exclude<LabReport['kind'], 'silent'>]: (report: Report<Kind>) => void } = {
    ready: ({ storage }) => {
      if (flow) {
        step('page reloaded');
        end();
      }
      if (storage === 'blocked') setProblem('storage_blocked');
    },
    call: ({ name }) => log.add({ ...entryBase(), kind: 'call', name: `${name}()` }),
    request: ({ method, path, status, ms, modal }) => {
      addRequest('page', { method, path, status, ms });
      const isGood = status !== null && status >= 200 && status <= 299;
      if (isGood && path.endsWith('/access-token')) recordExchange(ms);
      if (!isGood || !path.endsWith('/migration-modal')) return;
      if (flow) flow = flowAfterRequest(flow, ms, modal?.status ?? (method === 'POST' ? 'NOT_READY' : null));
      if (modal) onModalOrigin(modal.origin);
      step(method === 'POST' ? 'modal created' : 'modal found', modal?.status ? { status: modal.status } : undefined);
    },
    frame: ({ ms }) => {
      addRequest('frame', { method: 'GET', path: 'modal page loaded', status: null, ms });
      change({ isOpen: true, isStopped: false, modal: flow?.modal ? { ...flow.modal, frameMs: ms } : null });
      step('modal page loaded');
    },
    shown: ({ shown }) => change({ isShown: shown }),
    event: ({ message }) => {
      const { type, data } = message.event;
      log.add({ ...entryBase(), kind: 'event', name: type, unknown: !isDocumented(type), data: message });
      const at = textOrNull(asRecord(data)?.['at']);
      if (at !== null) serviceTime(at);
      if (flow) flow = afterEvent(flow, type, data, clock.monotonic());
      if (problem?.code === 'modal_silent' || problem?.code === 'framing_forbidden') problem = null;
    },
    resolved: ({ name, found }) => {
      if (name !== 'init') return;
      if (found) return step('init() found a migration');
      step('init() found no migration');
      const token = flow?.accessToken;
      const isOver = token ? clock.monotonic() - token.since >= accessTokenLifetimeMs : false;
      // From now on, the SDK has no access token.
      if (token?.endedAt === null) change({ accessToken: { ...token, endedAt: clock.monotonic() } });
      change({ isStopped: true });
      setProblem(isOver ? 'access_token_expired' : 'nothing_to_resume');
    },
    rejected: ({ name, code, message }) => {
      const sentence = clean(withoutModalAddress(message));
      const problemCode = problemOfSdk(code);
      log.add({ ...entryBase(), kind: 'problem', name: `${name}() rejected`, data: { code, message: sentence } });
      change({ isStopped: true });
      if (problemCode) setProblem(problemCode, { detail: sentenceOfSdk(code, sentence) });
    },
    closed: () => {
      step('modal closed');
      end();
    },
  };

  const restartFlow = (how: LabFlow['how']) => {
    flow = startFlow(how, clock.monotonic(), flow);
    problem = null;
  };
  const startNextFlow = () => {
    if (flow?.end) restartFlow('start');
  };
  return {
    start: restartFlow,
    backendAnswered: ({ record }: MintedToken) => {
      startNextFlow();
      const { id: recordId, mintMs, ageMs } = record;
      change({ linkToken: { recordId, mintMs, sentAt: clock.monotonic() - ageMs, usedAt: null } });
      addRequest('backend', { method: 'POST', path: '/api/v1/link-token', status: 200, ms: mintMs });
      step('link token received');
    },
    backendFailed: (error: AppError) => {
      startNextFlow();
      const { status = null, durationMs: ms = 0 } = error.request ?? {};
      addRequest('backend', { method: 'POST', path: '/api/v1/link-token', status, ms });
      log.add({
        ...entryBase(),
        kind: 'problem',
        name: 'no link token',
        data: { code: error.code, message: error.detail },
      });
      change({ isStopped: true });
      setProblem(problemOfBackend(error), { error });
    },
    take: (report: Exclude<LabReport, Report<'silent'>>) =>
      (reportHandlers[report.kind] as (report: LabReport) => void)(report),
    setProblem,
    forget: (...codes: LabProblemCode[]) => {
      if (problem && codes.includes(problem.code)) problem = null;
    },
    pageGone: end,
    serviceTime,
    tokensEnded: () => moveTokens(null),
    flow: () => flow && viewFlow(flow, clock.monotonic()),
    problem: () => problem,
  };
}

export type FlowTracker = ReturnType<typeof createFlowTracker>;
