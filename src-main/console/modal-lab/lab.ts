import type { LabFlow, LabView } from '#shared/console-contract/modal-lab-calls.ts';
import { type LabCommand, labPostSchema, type LabReport } from '#shared/lab-messages.ts';
import type { BaseTopics } from '../base-topics/base-topics.ts';
import type { CompaniesTopic } from '../companies/companies-topic.ts';
import type { MintToken, TokenHistory } from '../link-tokens/link-tokens.ts';
import { createCommandQueue } from './command-queue.ts';
import { createFlowTracker } from './flow-tracker.ts';
import { createLabLog } from './lab-log.ts';
import { checkFraming, isLoopbackOrigin, labPagePolicy } from './lab-policy.ts';
import { type LabAnswer, labPageDocument, readLabFiles, startLabServer } from './lab-server.ts';

const movedSentence = (serviceURL: string): string =>
  `This lab was opened for ${new URL(serviceURL).host}. The profile's base URL, environment or key has changed since. Start over in the console.`;

const tickMs = 1_000;
/** After this many ms without a message, an open page counts as crashed. */
const silentAfterMs = 5_000;

export interface LabTopics extends Pick<
  BaseTopics,
  'ports' | 'clock' | 'network' | 'connection' | 'timeline' | 'profiles' | 'events'
> {
  readonly linkTokens: { readonly mint: MintToken; readonly history: TokenHistory };
  readonly companies: Pick<CompaniesTopic, 'directory'>;
}

export interface LabInput {
  readonly labId: string;
  readonly profileId: string;
  readonly binding: string;
  readonly serviceURL: string;
  readonly partition: string;
}

export async function openLab(topics: LabTopics, input: LabInput) {
  const { clock, network, linkTokens, events } = topics;
  const { host, labFiles, redactor } = topics.ports;
  const files = readLabFiles(labFiles);
  const service = new URL(input.serviceURL).origin;
  const log = createLabLog(redactor);
  const modalOrigins = new Set<string>();
  const tracker = createFlowTracker({
    clock,
    log,
    clean: redactor.text,
    history: linkTokens.history,
    // Both the guest page and the console call this origin, so the network gate must allow it.
    onModalOrigin: (origin) => {
      if (network.refusalOfNamed(origin, input.serviceURL) === null) modalOrigins.add(origin);
    },
  });
  const commands = createCommandQueue();
  let reportedStatus = '';
  const forwardReport = (report: LabReport): void => {
    if (report.kind === 'request' && report.status !== null) topics.connection.onResponse(input.profileId, report.ms);
    const { migrationId = null, status = null } = tracker.flow() ?? {};
    const newStatus = `${migrationId} ${status}`;
    if (migrationId === null || status === null || newStatus === reportedStatus) return;
    reportedStatus = newStatus;
    topics.timeline.observer.recordStatus(input.profileId, migrationId, status);
    // A login creates a company that isn't in the directory yet.
    if (status !== 'NOT_READY') void topics.companies.directory.refresh(topics.profiles.active.signal());
  };
  const closing = new AbortController();
  let guest: LabView['guest'] = 'waiting';
  let page: string | null = null;
  let theme: 'system' | 'light' | 'dark' = 'system';
  let lastSeen = clock.monotonic();
  let revision = 0;

  const isBrowserHost = host === 'browser';
  const place = !isBrowserHost ? 'webview' : isLoopbackOrigin(service) ? 'frame' : 'tab';

  const mint = async (): Promise<LabAnswer> => {
    const { binding, serviceURL: baseURL } = input;
    const mintResult = await linkTokens.mint('lab', closing.signal, { binding, baseURL });
    if (mintResult.ok) tracker.backendAnswered(mintResult.value);
    else tracker.backendFailed(mintResult.error);
    reportChange();
    if (mintResult.ok) return { status: 200, body: { link_token: mintResult.value.linkToken } };
    const sentence = mintResult.error.code === 'service_changed' ? { sentence: movedSentence(input.serviceURL) } : {};
    return { status: 502, body: { type: 'api_error', message: mintResult.error.code, ...sentence } };
  };
  const probeModal = async (url: string): Promise<void> => {
    tracker.setProblem('modal_silent');
    reportChange();
    const ancestors = place === 'frame' ? [server.origin, server.origin] : [server.origin];
    const framingCheck = await checkFraming((signal) => network.getNamed(url, input.serviceURL, signal), ancestors);
    if (tracker.problem()?.code !== 'modal_silent') return;
    if (!framingCheck.wasSent) tracker.setProblem('modal_silent', { detail: framingCheck.refusal });
    else if (framingCheck.problem !== null) tracker.setProblem('framing_forbidden', { detail: framingCheck.problem });
    reportChange();
  };

  /** Returns null for posts from earlier loads of the page. */
  const read = (body: unknown) => {
    const post = labPostSchema.parse(body);
    if (post.report?.kind === 'ready') page = post.page;
    if (post.page !== page) return null;
    lastSeen = clock.monotonic();
    return post;
  };
  const goneResponse: LabAnswer = { status: 410, body: {} };

  const server = await startLabServer({
    files,
    policy: labPagePolicy({
      service,
      limitedTo: network.limitedTo(),
      framedBy: place === 'frame' ? 'http://127.0.0.1:*' : "'none'",
    }),
    document: () => labPageDocument(files, { service: input.serviceURL, theme }),
    withoutKeys: redactor.withoutKeys,
    posts: {
      'link-token': async (body) => (read(body) ? mint() : goneResponse),
      report: async (body) => {
        const report = read(body)?.report;
        if (!report) return goneResponse;
        if (report.kind === 'silent') void probeModal(report.url);
        else tracker.take(report);
        forwardReport(report);
        if (report.kind === 'ready') {
          guest = 'ready';
          tracker.forget('guest_crashed', 'guest_silent');
        }
        reportChange();
        return { status: 200, body: {} };
      },
      next: async (body, closed) => {
        if (!read(body)) return goneResponse;
        if (guest === 'silent') {
          guest = 'ready';
          tracker.forget('guest_silent');
          reportChange();
        }
        const asker = page;
        const nextCommands = await commands.next(closed);
        lastSeen = clock.monotonic();
        if (closed.aborted && page === asker && guest === 'ready' && !commands.isWaiting()) {
          guest = 'waiting';
          reportChange();
        }
        return { status: 200, body: { commands: nextCommands } };
      },
    },
  });

  const view = (): LabView => ({
    labId: input.labId,
    revision,
    profileId: input.profileId,
    serviceURL: input.serviceURL,
    address: server.address,
    partition: input.partition,
    shownIn: place,
    guest,
    flow: tracker.flow(),
    problem: tracker.problem(),
  });
  const reportChange = () => {
    if (closing.signal.aborted) return;
    revision += 1;
    events.emit('modalLab:changed', { view: view(), ...log.takeNewLines() });
  };
  const tick = setInterval(() => {
    if (guest !== 'ready' || commands.isWaiting() || clock.monotonic() - lastSeen < silentAfterMs) return;
    guest = 'silent';
    tracker.setProblem('guest_silent');
    reportChange();
  }, tickMs);
  tick.unref();

  return {
    input,
    view,
    snapshot: () => ({ view: view(), ...log.all() }),
    lines: log.all,
    give: (command: LabCommand) => {
      if (command.do === 'theme') ({ theme } = command);
      commands.give(command);
    },
    start: (how: LabFlow['how']) => {
      tracker.start(how);
      reportChange();
    },
    clear: () => {
      log.clear();
      reportChange();
    },
    origins: () => [...new Set([server.origin, service, ...modalOrigins])],
    guestCrashed: (reason: string) => {
      guest = 'crashed';
      tracker.pageGone();
      tracker.setProblem('guest_crashed', { detail: reason });
      reportChange();
    },
    serviceTime: (at: string) => {
      tracker.serviceTime(at);
      reportChange();
    },
    tokensEnded: () => {
      tracker.tokensEnded();
      reportChange();
    },
    /** Compares the profile's current binding and base URL with the lab's. */
    follow: (binding: string, url: string | null) => {
      const before = tracker.problem()?.code;
      if (url !== null && url !== input.serviceURL) tracker.setProblem('service_moved', { detail: url });
      else if (binding !== input.binding) tracker.setProblem('profile_changed');
      else tracker.forget('service_moved', 'profile_changed');
      if (before !== tracker.problem()?.code) reportChange();
    },
    lastSeen: () => lastSeen,
    close: async () => {
      closing.abort();
      clearInterval(tick);
      commands.close();
      await server.close();
    },
  };
}

export type Lab = Awaited<ReturnType<typeof openLab>>;
