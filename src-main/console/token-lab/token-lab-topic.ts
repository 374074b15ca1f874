import { andThen, fail, mapOutcome, succeed } from '#shared/app-error.ts';
import { proofRunSchema, type reportFormats } from '#shared/console-contract/token-lab-calls.ts';
import { parseJson } from '#shared/tolerant-reading/read-json.ts';
import type { BaseTopics } from '../base-topics/base-topics.ts';
import type { ConsoleHandlers } from '../calls/console-handlers.ts';
import { saveBytes } from '../exports/save-file.ts';
import type { HttpTransport } from '../ports/http-transport.ts';
import type { ProfileData } from '../profiles/profile-data.ts';
import type { RequestLog } from '../request-log/request-log.ts';
import type { ServiceControl } from '../service-control/service-control.ts';
import { jsonReport, markdownReport } from './report.ts';
import { createTokenLab } from './token-lab.ts';

interface TokenLabTopicPorts extends Pick<
  BaseTopics,
  'ports' | 'network' | 'profiles' | 'connection' | 'data' | 'events'
> {
  readonly requestLog: Pick<RequestLog, 'record'>;
  readonly control: ServiceControl;
  readonly closing: AbortSignal;
}

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
      // Uses Node's stack: Chromium's limit of six connections per host delays two of eight concurrent requests.
      transport: () => (transport ??= network.transportWithCa([])),
      profile: profiles.active.profile,
      checkCreates: profiles.checkCreates,
      binding: profiles.binding,
      onChange: (change) => events.emit('tokenLab:changed', change),
      runStore: {
        read: (profileId) =>
          mapOutcome(data.call('proofRuns', { profileId }), (runs) =>
            runs.flatMap((run) => parseJson(proofRunSchema, run) ?? []),
          ),
        keep: (run) => {
          const { profileId, id, proofId } = run;
          void data.call('keepProofRun', {
            profileId,
            id,
            proofId,
            // Shown runs contain no secrets. Redacting again protects the file from mistakes in a proof.
            run: ports.redactor.withoutKeys(JSON.stringify(run)),
          });
        },
      },
    },
    closing,
  );
  const createReport = (format: (typeof reportFormats)[number]) => {
    const runs = lab.latest();
    if (runs.length === 0) return fail('not_found', clock.now(), { detail: 'No proof has run yet.' });
    const at = clock.now().toISOString();
    const { name, environment, baseURL } = profiles.view();
    const subject = { version: ports.version, profile: name, environment, baseURL, at, runs };
    const extension = format === 'json' ? ('json' as const) : ('md' as const);
    const text = format === 'json' ? jsonReport(subject) : markdownReport(subject);
    return succeed({ fileName: `token-lab-${at.slice(0, 10)}.${extension}`, format: extension, text });
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
    handlers: {
      state: lab.state,
      run: ({ ids, confirmed }) => lab.run(ids, confirmed),
      cancel: lab.cancel,
      report: ({ format }) => mapOutcome(createReport(format), ({ fileName, text }) => ({ fileName, text })),
      saveReport: ({ format }) =>
        andThen(createReport(format), ({ text, ...suggested }) =>
          saveBytes(ports.saveFile, suggested, Buffer.from(text), clock.now()),
        ),
    } satisfies ConsoleHandlers['tokenLab'],
  };
}
