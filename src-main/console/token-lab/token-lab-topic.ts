import { fail, succeed } from '#shared/app-error.ts';
import { type ProofRun, proofRunSchema, type reportFormats } from '#shared/console-contract/token-lab-calls.ts';
import { readJson } from '#shared/tolerant-reading/read-json.ts';
import type { BaseTopics } from '../base-topics/base-topics.ts';
import type { ConsoleHandlers } from '../calls/console-handlers.ts';
import type { Clock } from '../clock/clock.ts';
import { saveBytes } from '../exports/save-file.ts';
import type { HttpTransport } from '../ports/http-transport.ts';
import type { SaveFile } from '../ports/save-file.ts';
import type { ProfileData } from '../profiles/profile-data.ts';
import type { RequestLog } from '../request-log/request-log.ts';
import type { ServiceControl } from '../service-control/service-control.ts';
import { jsonReport, markdownReport, type ReportSubject } from './report.ts';
import { createTokenLab, type TokenLab } from './token-lab.ts';

interface TokenLabTopicPorts extends Pick<
  BaseTopics,
  'ports' | 'network' | 'profiles' | 'connection' | 'data' | 'events'
> {
  readonly requestLog: Pick<RequestLog, 'record'>;
  readonly control: ServiceControl;
  readonly closing: AbortSignal;
}

const readRun = (text: string): readonly ProofRun[] => {
  const result = readJson(text);
  const run = proofRunSchema.safeParse(result.ok ? result.json : null);
  return run.success ? [run.data] : [];
};

export function createTokenLabTopic(topic: TokenLabTopicPorts) {
  const { ports, network, profiles, requestLog, control, connection, data, events, closing } = topic;
  const { clock } = ports;
  let transport: HttpTransport | undefined;
  const lab = createTokenLab(
    {
      ...ports,
      control,
      access: profiles.access,
      record: (attempt) => {
        requestLog.record(attempt);
        if (attempt.attempt.ok) connection.onResponse(attempt.profileId, clock.now().getTime() - attempt.at.getTime());
      },
      // Chromium allows six connections per host, so two of eight concurrent requests would wait. Node has no limit.
      transport: () => (transport ??= network.transportWithCa([])),
      profile: profiles.active.profile,
      checkCreates: profiles.checkCreates,
      binding: profiles.binding,
      onChange: (change) => events.emit('tokenLab:changed', change),
      runStore: {
        read: async (profileId) => {
          const runsResult = await data.call('proofRuns', { profileId });
          return runsResult.ok ? succeed(runsResult.value.flatMap(readRun)) : runsResult;
        },
        // Shown runs contain no secrets. They are still redacted once more before they are stored.
        keep: (run) => {
          const { profileId, id, proofId } = run;
          void data.call('keepProofRun', {
            profileId,
            id,
            proofId,
            run: ports.redactor.withoutKeys(JSON.stringify(run)),
          });
        },
      },
    },
    closing,
  );
  const subject = () => {
    const { name, environment, baseURL } = profiles.view();
    return { version: ports.version, profile: name, environment, baseURL };
  };
  return {
    profileData: {
      kind: 'proofs',
      count: (profileId) => data.call('countProofRuns', { profileId }),
      remove: (profileId) => {
        lab.forget(profileId);
        return data.call('removeProofRuns', { profileId });
      },
    } satisfies ProfileData,
    handlers: createTokenLabHandlers({ ...ports, lab, subject }),
  };
}

interface TokenLabHandlerPorts {
  readonly lab: TokenLab;
  readonly clock: Pick<Clock, 'now'>;
  readonly saveFile: SaveFile;
  readonly subject: () => Omit<ReportSubject, 'at' | 'runs'>;
}

function createTokenLabHandlers(ports: TokenLabHandlerPorts): ConsoleHandlers['tokenLab'] {
  const { lab, clock } = ports;
  const createReportFile = (format: (typeof reportFormats)[number]) => {
    if (lab.latest().length === 0) return null;
    const at = clock.now().toISOString();
    const report = { ...ports.subject(), at, runs: lab.latest() };
    const day = at.slice(0, 10);
    return format === 'json'
      ? { fileName: `token-lab-${day}.json`, format: 'json' as const, text: jsonReport(report) }
      : { fileName: `token-lab-${day}.md`, format: 'md' as const, text: markdownReport(report) };
  };
  const failNoRun = () => fail('not_found', clock.now(), { detail: 'No proof has run yet.' });
  return {
    state: lab.state,
    run: ({ ids, confirmed }) => lab.run(ids, confirmed),
    cancel: lab.cancel,
    report: async ({ format }) => {
      const reportFile = createReportFile(format);
      return reportFile === null ? failNoRun() : succeed({ fileName: reportFile.fileName, text: reportFile.text });
    },
    saveReport: async ({ format }) => {
      const reportFile = createReportFile(format);
      if (reportFile === null) return failNoRun();
      const { text, ...suggested } = reportFile;
      return saveBytes(ports.saveFile, suggested, Buffer.from(text), clock.now());
    },
  };
}
