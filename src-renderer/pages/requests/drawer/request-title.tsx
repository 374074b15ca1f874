import { requestIdHeader } from '#shared/request-id.ts';
import { describeAppError } from '#shared/app-error-text.ts';
import type { RequestDetail } from '#shared/console-contract/requests-calls.ts';
import { countText, byteText } from '#ui/values/number-text.ts';
import { durationText } from '#ui/values/times.tsx';
import { isFailed } from '../../../api/request-log.ts';
import { bulkText, exactTime, statusText } from '../list/request-lines.ts';
import { useProfileNames } from '../list/use-profile-names.ts';

const requestIdOf = ({ replyHeaders }: RequestDetail): string | undefined =>
  replyHeaders.flatMap((header) =>
    header.kind === 'text' && header.name.toLowerCase() === requestIdHeader ? [header.value] : [],
  )[0];

export const RequestTitle = ({ detail }: { readonly detail: RequestDetail }) => {
  const { line, origin, problemDetail } = detail;
  const profile = useProfileNames([line]).get(line.profileId);
  const requestId = requestIdOf(detail);
  const problem = line.problem ? describeAppError({ code: line.problem, at: line.at }) : null;
  return (
    <div className="request-title">
      <h2 className="mono">
        <span className="muted">{line.method}</span> {line.path}
      </h2>
      <p className="faint text-anywhere">
        <span className="mono">{origin}</span>
        {profile === undefined ? null : (
          <>
            {' '}
            for <bdi>{profile}</bdi>
          </>
        )}
      </p>
      <p className="request-facts hint wrap number">
        <span className={isFailed(line) ? 'failed' : 'good'}>
          <strong>{statusText(line)}</strong>
        </span>
        <span>
          <strong>{durationText(line.totalMs)}</strong>
        </span>
        <span>
          <strong>{byteText(line.replyBytes)}</strong>
        </span>
        {line.bulk ? (
          <span>
            {line.bulk.label}, <strong>{countText(line.bulk.requests)}</strong> requests; the latest is shown
          </span>
        ) : (
          <span>
            Attempt <strong>{line.tryNumber}</strong> of {line.triesAllowed}
          </span>
        )}
        <span>
          {exactTime(line.at)}
          {line.bulk ? ` to ${exactTime(line.bulk.lastAt)}` : null}
        </span>
      </p>
      {requestId ? (
        <p className="request-facts hint wrap">
          <span>
            Request ID <strong className="mono">{requestId}</strong>
          </span>
        </p>
      ) : null}
      {line.bulk ? <p className="request-facts hint wrap number">{bulkText(line.bulk)}</p> : null}
      {problem ? (
        <p className="request-problem text-danger text-small text-anywhere">
          {problem.title}. {problemDetail ?? problem.text}
        </p>
      ) : null}
    </div>
  );
};
