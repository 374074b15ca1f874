import {
  CircleAlert,
  CircleCheck,
  CirclePause,
  Copy,
  Ellipsis,
  KeyRound,
  ListChecks,
  Pause,
  Pencil,
  Play,
  Repeat,
  Send,
  Trash2,
  type LucideIcon,
} from 'lucide-react';
import type { EndpointView } from '#shared/console-contract/webhooks-calls.ts';
import { MenuButton } from '../menu/menu-button.tsx';
import type { MenuLine, MenuPart } from '../menu/pop-menu.tsx';
import { useWebhooksPort } from './webhooks-port.ts';
import { tip } from '../tooltip/tip.ts';
import { countText } from '../values/number-text.ts';
import { absoluteText, fullText, relativeText } from '../values/times.tsx';
import { addressText, endpointStateOf, statusesText } from './endpoint-words.ts';

export type EndpointAction = 'deliveries' | 'copy' | 'test' | 'edit' | 'rotate' | 'replay' | 'toggle' | 'remove';

interface EndpointMenuProps {
  readonly endpoint: EndpointView;
  readonly onAction: (action: EndpointAction) => void;
}

const EndpointMenu = ({ endpoint, onAction }: EndpointMenuProps) => {
  const { blocked } = useWebhooksPort();
  const line = (id: EndpointAction, label: string, icon: LucideIcon, more: Partial<MenuLine> = {}): MenuLine => ({
    id,
    label,
    icon,
    run: () => onAction(id),
    ...more,
  });
  const ifAllowed = blocked === null ? {} : { disabled: true };
  const ifEnabled = endpoint.disabled ? { disabled: true, note: 'enable the endpoint first' } : ifAllowed;
  const parts = (): readonly MenuPart[] => [
    {
      kind: 'actions',
      ariaName: 'Endpoint',
      lines: [line('deliveries', 'Show deliveries', ListChecks), line('copy', 'Copy URL', Copy)],
    },
    {
      kind: 'actions',
      ariaName: 'Change',
      head: blocked ?? undefined,
      lines: [
        line('test', 'Send test event', Send, ifEnabled),
        line('replay', 'Replay failed…', Repeat, ifEnabled),
        line('edit', 'Edit…', Pencil, ifAllowed),
        line('rotate', 'Rotate secret…', KeyRound, ifAllowed),
        endpoint.disabled ? line('toggle', 'Enable', Play, ifAllowed) : line('toggle', 'Disable', Pause, ifAllowed),
        line('remove', 'Remove…', Trash2, blocked === null ? { tone: 'tone-bad' } : ifAllowed),
      ],
    },
  ];
  return (
    <MenuButton
      name={`Actions for ${endpoint.url}`}
      className="icon-button ghost small"
      icon={Ellipsis}
      parts={parts}
    />
  );
};

const styles = {
  active: { icon: CircleCheck, tone: 'tone-good' },
  failing: { icon: CircleAlert, tone: 'tone-bad' },
  disabled: { icon: CirclePause, tone: 'tone-neutral' },
} as const;

const State = ({ endpoint, now }: { readonly endpoint: EndpointView; readonly now: Date }) => {
  const { kind, word, reason } = endpointStateOf(endpoint);
  const { icon: Icon, tone } = styles[kind];
  const until = endpoint.previous_secret_until;
  const note =
    until === null || endpoint.disabled ? reason : `two active secrets until ${absoluteText(new Date(until), now)}`;
  return (
    <span className="gap-8 shrink row">
      <Icon size={16} className={tone} aria-hidden="true" />
      <span className="shrink stack">
        <span>{word}</span>
        {note === null ? null : (
          <span className="endpoint-note truncate number" {...tip(note, { whenCut: true })}>
            {note}
          </span>
        )}
      </span>
    </span>
  );
};

const barWidth = 64;

const DeliveryCounts = ({ recent: { delivered, failed } }: EndpointView) => {
  const tried = delivered + failed;
  if (tried === 0) return <span className="faint">none yet</span>;
  const tone = failed === 0 ? 'good' : delivered === 0 ? 'bad' : delivered / tried < 0.99 ? 'partial' : 'good';
  return (
    <span className="endpoint-arrived" {...tip(`Among the last ${countText(tried)} attempted deliveries`)}>
      <svg className="endpoint-bar" width={barWidth} height={5} aria-hidden="true">
        <rect width={barWidth} height={5} rx={2.5} className="endpoint-bar-ground" />
        <rect width={(barWidth * delivered) / tried} height={5} rx={2.5} className={`endpoint-bar-${tone}`} />
      </svg>
      <span className="endpoint-count number">
        {countText(delivered)} of {countText(tried)}
      </span>
    </span>
  );
};

const LastFailure = ({ recent, now }: Pick<EndpointView, 'recent'> & { readonly now: Date }) => {
  const failure = recent.last_failure;
  if (failure === null) return <span className="faint">none</span>;
  const at = new Date(failure.at);
  return (
    <span className="shrink stack number" {...tip([fullText(at), failure.error].filter(Boolean).join('. '))}>
      <span>{failure.status ?? 'No response'}</span>
      <time className="endpoint-note" dateTime={failure.at}>
        {relativeText(at, now)}
      </time>
    </span>
  );
};

interface EndpointRowProps {
  readonly endpoint: EndpointView;
  readonly now: Date;
  readonly isChosen: boolean;
  readonly onAction: (action: EndpointAction) => void;
}

export const EndpointRow = ({ endpoint, now, isChosen, onAction }: EndpointRowProps) => {
  const { url, description } = endpoint;
  return (
    <tr className="data-row" aria-current={isChosen || undefined}>
      <td>
        <span className="shrink stack">
          <button
            type="button"
            className="endpoint-url mono truncate"
            {...tip(`${url}: show deliveries`)}
            onClick={() => onAction('deliveries')}
          >
            {addressText(url)}
          </button>
          {description === '' ? null : (
            <bdi className="endpoint-note truncate" {...tip(description, { whenCut: true })}>
              {description}
            </bdi>
          )}
        </span>
      </td>
      <td className="endpoint-statuses truncate" {...tip(statusesText(endpoint), { whenCut: true })}>
        {statusesText(endpoint)}
      </td>
      <td>
        <State {...{ endpoint, now }} />
      </td>
      <td className="endpoint-number endpoint-success">
        <DeliveryCounts {...endpoint} />
      </td>
      <td className="endpoint-number endpoint-failure">
        <LastFailure recent={endpoint.recent} now={now} />
      </td>
      <td className="endpoint-number">
        <EndpointMenu {...{ endpoint, onAction }} />
      </td>
    </tr>
  );
};
