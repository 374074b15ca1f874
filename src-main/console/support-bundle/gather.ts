import { fail, type Outcome, succeed } from '#shared/app-error.ts';
import { type LabRecording, labRecordingSchema } from '#shared/console-contract/modal-lab-calls.ts';
import type { LoggedBody, RequestDetail } from '#shared/console-contract/requests-calls.ts';
import type { BundleSubject } from '#shared/console-contract/support-bundle-calls.ts';
import { operations } from '#shared/migration-api/operations.ts';
import { asRecord, readJson, textOrNull } from '#shared/tolerant-reading/read-json.ts';
import type { ActivityTopic } from '../activity/activity-topic.ts';
import type { BaseTopics } from '../base-topics/base-topics.ts';
import type { CompaniesTopic } from '../companies/companies-topic.ts';
import type { Lab } from '../modal-lab/lab.ts';
import type { Labs } from '../modal-lab/labs.ts';
import { recordLab } from '../modal-lab/recording.ts';
import type { RequestLog } from '../request-log/request-log.ts';
import type { SelfCheckTopic } from '../self-check/self-check.ts';
import type { ReportsTopic } from '../reports/reports-topic.ts';
import type { BundleMaterial } from './bundle-text.ts';
import { copyCounts } from './copy-counts.ts';

const withoutBody = (body: LoggedBody, state: LoggedBody['state']): LoggedBody => ({ ...body, text: null, state });

/** Keeps only the rows of a list that contain the ID. Returns values that aren't lists unchanged. */
function narrow(value: unknown, id: string): unknown {
  if (Array.isArray(value)) {
    const isRowList = value.some((one) => asRecord(one) !== null);
    return isRowList ? value.filter((one) => JSON.stringify(one).includes(id)).map((one) => narrow(one, id)) : value;
  }
  const record = asRecord(value);
  if (record === null) return value;
  return Object.fromEntries(Object.entries(record).map(([name, stored]) => [name, narrow(stored, id)]));
}

const narrowBody = (body: LoggedBody, id: string): LoggedBody => {
  if (body.text === null) return body;
  const parsed = readJson(body.text);
  // Rows of other migrations can't be removed from invalid or truncated JSON.
  return parsed.ok ? { ...body, text: JSON.stringify(narrow(parsed.json, id), null, 2) } : withoutBody(body, 'dropped');
};

export const concerns = ({ line, requestBody, replyBody }: RequestDetail, id: string): boolean =>
  [line.path, requestBody.text, replyBody.text].some((text) => text?.toLowerCase().includes(id) ?? false);

export const narrowRequest = (detail: RequestDetail, id: string): RequestDetail => ({
  ...detail,
  requestBody: narrowBody(detail.requestBody, id),
  replyBody: narrowBody(detail.replyBody, id),
});

export interface GatherPorts extends BaseTopics {
  readonly requestLog: Pick<RequestLog, 'lines' | 'get'>;
  readonly labs: Pick<Labs, 'all' | 'find'>;
  readonly companies: Pick<CompaniesTopic, 'directory'>;
  readonly reports: Pick<ReportsTopic, 'handlers'>;
  readonly activity: Pick<ActivityTopic, 'handlers'>;
  readonly selfCheck: Pick<SelfCheckTopic, 'run'>;
}

const recordingOf = (lab: Lab, now: Date): LabRecording =>
  labRecordingSchema.parse(JSON.parse(recordLab(lab, now).text));

export async function gather(
  ports: GatherPorts,
  subject: BundleSubject,
  signal: AbortSignal,
): Promise<Outcome<Omit<BundleMaterial, 'crashes'>>> {
  const now = ports.clock.now();
  const details = () => ports.requestLog.lines().flatMap(({ id }) => ports.requestLog.get(id) ?? []);
  // Lists the fields explicitly, because a profile contains more, such as details of its key.
  const { name, environment, baseURL } = ports.profiles.view();
  const profile = { name, environment, baseURL };
  const { versions } = await ports.selfCheck.run();
  const common = { at: now.toISOString(), profile, versions };
  const historyOf = async (id: string | null) => {
    if (id === null) return { timeline: [], copied: null, activity: null };
    const timeline = await ports.timeline.handlers.get({ id });
    const report = await ports.reports.handlers.get({ id }, { signal });
    const activity = await ports.activity.handlers.get({ id }, { signal });
    return {
      timeline: timeline.ok ? timeline.value.changes : [],
      copied: report.ok && report.value.kind === 'report' ? copyCounts(report.value.report) : null,
      activity: activity.ok && activity.value.kind === 'activity' ? activity.value.activity : null,
    };
  };
  if (subject.kind === 'lab') {
    const lab = ports.labs.find(subject.labId);
    if (!lab) return fail('not_found', now, { detail: 'This lab was closed.' });
    const recording = recordingOf(lab, now);
    const flows = new Set(recording.entries.map(({ flow }) => flow)).size;
    const migrationId = lab.view().flow?.migrationId ?? null;
    return succeed({
      ...common,
      title: `Modal lab, ${flows} ${flows === 1 ? 'flow' : 'flows'}${migrationId === null ? '' : `, migration ${migrationId}`}`,
      company: null,
      migration: null,
      ...(await historyOf(migrationId)),
      requests: details()
        .filter(
          (detail) =>
            detail.operation === operations.createLinkToken.id ||
            (migrationId !== null && concerns(detail, migrationId)),
        )
        .map((detail) => (migrationId === null ? detail : narrowRequest(detail, migrationId))),
      recordings: [recording],
    });
  }
  const { id } = subject;
  const reply = await ports.api.getMigrationJson(id, signal);
  if (!reply.ok && reply.error.code === 'cancelled') return reply;
  const companyId = reply.ok ? textOrNull(asRecord(reply.value.json)?.['company_id']) : null;
  const companiesResult = companyId === null ? null : await ports.companies.directory.lookup([companyId]);
  return succeed({
    ...common,
    title: `Migration ${id}`,
    company: companiesResult?.ok ? (companiesResult.value[0]?.providerCompanyName ?? null) : null,
    migration: {
      id,
      json: reply.ok ? JSON.stringify(reply.value.json, null, 2) : null,
      problem: reply.ok ? null : (reply.error.detail ?? reply.error.code),
    },
    ...(await historyOf(id)),
    requests: details()
      .filter((detail) => concerns(detail, id))
      .map((detail) => narrowRequest(detail, id)),
    recordings: ports.labs
      .all()
      .map((lab) => recordingOf(lab, now))
      .filter(({ entries }) => entries.some(({ json }) => json?.includes(id) ?? false)),
  });
}
