import { useNavigate } from '@tanstack/react-router';
import type { FunnelView } from '#shared/console-contract/activity-calls.ts';
import { showToast } from '#ui/messages/toast.tsx';
import { tip } from '#ui/tooltip/tip.ts';
import { countText } from '#ui/values/number-text.ts';
import { useFunnel } from '../../api/activity.ts';
import { useConsole } from '../../api/console-api.ts';
import { Card } from '../../components/card.tsx';
import { showFailure } from '../../components/messages/show-failure.ts';
import { lookupText } from '../../components/migration/id-list-text.ts';
import { funnelLines, type FunnelLine } from './funnel-lines.ts';

const heads: Readonly<Record<string, string>> = {
  session_created: 'Created',
  modal_opened: 'Opened',
  provider_chosen: 'Provider',
  sign_in_started: 'Sign-in',
  sign_in_succeeded: 'Signed in',
  consent_given: 'Confirmed',
  ended: 'Finished',
};
const headOf = (step: string): string => heads[step] ?? step.replaceAll('_', ' ');

const nameOf = (provider: FunnelLine['provider']): string =>
  provider === undefined ? 'All providers' : (provider ?? 'No provider chosen');

const useOpenSessions = ({ since, until }: Pick<FunnelView, 'since' | 'until'>) => {
  const { api } = useConsole();
  const navigate = useNavigate();
  return async (step: string, provider: FunnelLine['provider']): Promise<void> => {
    try {
      const { ids, isWhole } = await api.activity.reached({ step, provider, since, until });
      lookupText(ids.join('\n'));
      await navigate({ to: '/migrations/ids' });
      if (!isWhole) showToast(`Only the newest ${countText(ids.length)} sessions are listed`, 'note');
    } catch (thrown) {
      showFailure(thrown);
    }
  };
};

const Bar = ({ share, isLargestLoss }: { readonly share: number; readonly isLargestLoss: boolean }) => {
  const height = share === 0 ? 0 : Math.max(1, share * 40);
  return (
    <svg className="funnel-bar" viewBox="0 0 10 40" preserveAspectRatio="none" aria-hidden="true">
      <rect className={isLargestLoss ? 'forced-ink worst' : 'forced-ink'} y={40 - height} width="10" height={height} />
    </svg>
  );
};

const Funnel = ({ funnel }: { readonly funnel: FunnelView }) => {
  const open = useOpenSessions(funnel);
  const lines = funnelLines(funnel);
  const more = funnel.providers.length - (lines.length - 1);
  return (
    <>
      <div className="overview-scroll">
        <table className="overview-table funnel-table number" aria-label="Sessions by step">
          <thead>
            <tr>
              <th scope="col">Provider</th>
              {funnel.steps.map(({ step }) => (
                <th key={step} scope="col">
                  {headOf(step)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {lines.map((line) => (
              <tr key={line.provider ?? nameOf(line.provider)}>
                <th scope="row">
                  <bdi className="truncate">{nameOf(line.provider)}</bdi>
                </th>
                {line.steps.map(({ step, sessions, lost }) => (
                  <td key={step} className={step === line.worst ? 'overview-stuck' : undefined}>
                    {line.provider === undefined ? (
                      <Bar share={sessions / Math.max(1, funnel.sessions)} isLargestLoss={step === line.worst} />
                    ) : null}
                    {sessions === 0 ? (
                      '0'
                    ) : (
                      <button
                        type="button"
                        className="link-button"
                        aria-label={`${countText(sessions)}: ${nameOf(line.provider)}, ${headOf(step)}`}
                        {...tip(
                          lost === 0
                            ? 'List these sessions'
                            : `Sessions that didn't reach this step: ${countText(lost)}`,
                        )}
                        onClick={() => void open(step, line.provider)}
                      >
                        {countText(sessions)}
                      </button>
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="card-none number">
        {lines[0]?.worst
          ? `The largest drop-off is before “${headOf(lines[0].worst)}”. Amber marks this step for each provider.`
          : 'No sessions were lost.'}
        {more > 0 ? ` More providers: ${countText(more)}.` : ''}
      </p>
    </>
  );
};

export const FunnelCard = () => {
  const funnel = useFunnel();
  if (!funnel) return null;
  return (
    <Card title="Sessions by step" about="Last 7 days" note="Select a number to list its sessions" className="funnel">
      {funnel.sessions === 0 ? (
        <p className="card-none">No sessions in the last 7 days. A session starts when your page opens the modal.</p>
      ) : (
        <Funnel funnel={funnel} />
      )}
    </Card>
  );
};
