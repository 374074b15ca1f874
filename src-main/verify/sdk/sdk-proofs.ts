import { randomUUID } from 'node:crypto';
import type { LabReport } from '#shared/lab-messages.ts';
import { operations } from '#shared/migration-api/operations.ts';
import { modalEventTypes } from '#shared/modal-messages/event-types.ts';
import { asRecord, textOrNull } from '#shared/tolerant-reading/read-json.ts';
import { sendOperation } from '../contract/send-surveyed.ts';
import { type ControlledSubject, failMigration } from '../contract/subject.ts';
import {
  type Finding,
  holds,
  proofsOfWalk,
  skipped,
  unclear,
  type VerifyProof,
  violated,
} from '../base/verification.ts';
import { findBrowser } from './find-browser.ts';
import { openHeadless } from './headless-browser.ts';
import { openSdkPage, type SdkPage } from './sdk-page.ts';

type Walk = Readonly<Record<'start' | 'resume' | 'events', Finding>>;

type ReportOf<Kind extends LabReport['kind']> = Extract<LabReport, { readonly kind: Kind }>;

/** Share of the time limit that the browser may use to open the page. */
const openingTimeShare = 0.6;
const callMs = 15_000;
const eventMs = 10_000;

const isOf =
  <Kind extends LabReport['kind']>(...kinds: readonly Kind[]) =>
  (report: LabReport): report is ReportOf<Kind> =>
    kinds.some((kind) => kind === report.kind);

const callsSince = ({ reports }: SdkPage, from: number): string[] =>
  reports
    .slice(from)
    .flatMap((report) =>
      report.kind === 'request' ? [`${report.method} ${report.path}: ${report.status ?? 'no readable response'}`] : [],
    );

const tooLate = 'The browser exited or timed out';

/** Sends a command and waits for its SDK promise. Returns null if the promise settles correctly. */
async function call(page: SdkPage, command: 'start' | 'resume', over: AbortSignal): Promise<Finding | null> {
  const from = page.reports.length;
  page.give(command === 'start' ? { do: 'start', userId: randomUUID(), sourceProviders: [] } : { do: 'resume' });
  const endReport = await page.until(isOf('resolved', 'rejected'), callMs, from);
  const name = command === 'start' ? 'startModal' : 'init';
  const places = callsSince(page, from);
  if (endReport === null) {
    const found = over.aborted
      ? `${tooLate} before ${name} finished`
      : `${name} didn't finish within ${callMs / 1_000} s`;
    return unclear(found, places);
  }
  if (endReport.kind === 'resolved') {
    return endReport.found ? null : violated(`${name} found no migration to resume`, places);
  }
  const isClosed = page.reports.slice(from).some((report) => report.kind === 'request' && report.status === null);
  return isClosed
    ? skipped('The service rejects pages on this device, as the contract allows', places)
    : violated(`${name} was rejected with ${endReport.code}: ${endReport.message}`, places);
}

async function proveEvents(page: SdkPage, subject: ControlledSubject, over: AbortSignal): Promise<Finding> {
  if ((await subject.controlled()) === null)
    return skipped("The service doesn't allow the control API, so the proof can't end the migration");
  const first = await page.until(isOf('event'), eventMs);
  const id = textOrNull(asRecord(first?.message.event.data)?.['migration_id']);
  if (id === null && over.aborted) return unclear(`${tooLate} before an event arrived`);
  if (id === null) return skipped("No event contained the migration's ID");
  const refusal = await failMigration(subject, id);
  if (refusal !== null) return refusal;
  const isEventReport = (report: LabReport): report is ReportOf<'event'> =>
    report.kind === 'event' && report.message.event.type === modalEventTypes.failed;
  const failureReport = await page.until(isEventReport, eventMs);
  // After an aborted wait, a missing event proves nothing.
  if (failureReport === null)
    return over.aborted
      ? unclear(`${tooLate} before the migration's terminal event`)
      : violated("The page didn't receive the migration's terminal event", [modalEventTypes.failed]);
  const unexpectedReports = page.reports.flatMap((report) =>
    report.kind === 'event' && !report.message.source.endsWith('_modal')
      ? [`${report.message.event.type}: source ${report.message.source}`]
      : [],
  );
  return unexpectedReports.length > 0
    ? violated("An event's source doesn't end in _modal", unexpectedReports)
    : holds("The page received the migration's terminal event");
}

async function walk(subject: ControlledSubject): Promise<Walk | Finding> {
  const { access, redactor, secrets, send, signal, walkMs, env, labFiles } = subject;
  const browser = findBrowser(env);
  if (!browser.ok) return skipped(browser.sentence);
  const mint = async (): Promise<string | null> => {
    const authorization = `Bearer ${access.apiKey}`;
    const reply = await sendOperation(send, operations.createLinkToken, { authorization, body: {}, expects: null });
    const token = textOrNull(asRecord(reply.json)?.['link_token']);
    if (token !== null) secrets.keep('LINK_TOKEN', token);
    return token;
  };
  // Stops waiting when the browser exits, because it reports nothing afterwards.
  const exitController = new AbortController();
  const endSignal = AbortSignal.any([signal, exitController.signal, AbortSignal.timeout(walkMs)]);
  const openingMs = walkMs * openingTimeShare;
  const options = {
    labFiles,
    baseURL: access.baseURL,
    withoutKeys: redactor.withoutKeys,
    mint,
    signal: endSignal,
  };
  const page = await openSdkPage(options).catch(() => null);
  if (page === null) return skipped("The SDK's page isn't built. Run: npm run build");
  const browserRun = openHeadless(browser.program, page.address);
  browserRun.ended.addEventListener('abort', () => exitController.abort());
  try {
    if ((await page.until(isOf('ready'), openingMs)) === null) {
      const reason = exitController.signal.aborted
        ? 'exited immediately'
        : `didn't open the page within ${openingMs / 1_000} s`;
      return skipped(`The browser ${reason}`);
    }
    const failure = await call(page, 'start', endSignal);
    const noModal = skipped("The modal didn't start");
    if (failure !== null) return { start: failure, resume: noModal, events: noModal };
    const start = holds('The modal started');
    const from = page.reports.length;
    page.give({ do: 'close' });
    await page.until(isOf('closed'), callMs, from);
    const resume = (await call(page, 'resume', endSignal)) ?? holds('The modal resumed');
    return {
      start,
      resume,
      events:
        resume.state === 'held' ? await proveEvents(page, subject, endSignal) : skipped("The modal didn't resume"),
    };
  } finally {
    await browserRun.close();
    await page.close();
  }
}

export function sdkProofs(subject: ControlledSubject): VerifyProof[] {
  const proof = proofsOfWalk('sdk', () => walk(subject));
  return [
    proof('sdk_start', 'The SDK starts a modal', 'start'),
    proof('sdk_resume', 'The SDK resumes a modal', 'resume'),
    proof('sdk_events', "The page receives a migration's terminal event", 'events'),
  ];
}
