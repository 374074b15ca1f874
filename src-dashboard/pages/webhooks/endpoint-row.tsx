import {
  CircleAlert,
  CircleCheck,
  CirclePause,
  Copy,
  KeyRound,
  MoreHorizontal,
  Pause,
  Pencil,
  Play,
  Repeat,
  Send,
  Trash2,
} from 'lucide-react';
import { copyText } from '#ui/controls/copy.tsx';
import { MenuButton } from '#ui/menu/menu-button.tsx';
import type { MenuLine } from '#ui/menu/pop-menu.tsx';
import { tip } from '#ui/tooltip/tip.ts';
import { countText } from '#ui/values/number-text.ts';
import { useClock } from '#ui/values/time-cells.tsx';
import { absoluteText } from '#ui/values/time-text.ts';
import { Since } from '../../components/times.tsx';
import { addressText, type Endpoint, endpointState, statusesText } from './webhook-words.ts';

export type EndpointAction = 'test' | 'replay' | 'edit' | 'rotate' | 'toggle' | 'remove';

const icons = { active: CircleCheck, failing: CircleAlert, disabled: CirclePause } as const;
const barWidth = 56;

const State = ({ endpoint }: { readonly endpoint: Endpoint }) => {
  const now = useClock();
  const { kind, words } = endpointState(endpoint);
  const Icon = icons[kind];
  const until = endpoint.previous_secret_until;
  return (
    <span className="endpoint-state" data-kind={kind}>
      <Icon size={16} aria-hidden="true" />
      <span className="truncate">
        {words}
        {until === null || endpoint.disabled ? null : (
          <span className="quiet">, two secrets until {absoluteText(new Date(until), now)}</span>
        )}
      </span>
    </span>
  );
};

const Success = ({ recent: { delivered, failed } }: Endpoint) => {
  const tried = delivered + failed;
  if (tried === 0) return <span className="quiet">none yet</span>;
  return (
    <span className="endpoint-success-bar" {...tip(`Of the last ${countText(tried)} attempted deliveries`)}>
      <svg width={barWidth} height={5} aria-hidden="true" data-whole={failed === 0 || undefined}>
        <rect width={barWidth} height={5} rx={2.5} className="bar-ground" />
        <rect width={(barWidth * delivered) / tried} height={5} rx={2.5} className="bar-done" />
      </svg>
      <span className="number">
        {countText(delivered)} of {countText(tried)}
      </span>
    </span>
  );
};

interface EndpointRowProps {
  readonly endpoint: Endpoint;
  readonly isChosen: boolean;
  readonly refusal: string | null;
  readonly onChoose: () => void;
  readonly onAction: (action: EndpointAction) => void;
}

export const EndpointRow = ({ endpoint, isChosen, refusal, onChoose, onAction }: EndpointRowProps) => {
  const { url, description, disabled, recent } = endpoint;
  const enabledOnly = (line: MenuLine): MenuLine =>
    disabled ? { ...line, disabled: true, note: 'enable it first' } : line;
  const lines: readonly MenuLine[] = [
    { id: 'copy', label: 'Copy address', icon: Copy },
    ...(refusal === null
      ? [
          enabledOnly({ id: 'test', label: 'Send test event', icon: Send }),
          enabledOnly({ id: 'replay', label: 'Replay failed…', icon: Repeat }),
          { id: 'edit', label: 'Edit…', icon: Pencil },
          { id: 'rotate', label: 'Rotate secret…', icon: KeyRound },
          { id: 'toggle', label: disabled ? 'Enable' : 'Disable', icon: disabled ? Play : Pause },
          { id: 'remove', label: 'Remove…', icon: Trash2 },
        ]
      : []),
  ];
  return (
    <tr className="data-row endpoint-row" aria-current={isChosen || undefined}>
      <td className="endpoint-address">
        <button
          type="button"
          className="endpoint-choose mono truncate"
          aria-pressed={isChosen}
          onClick={onChoose}
          {...tip(description === '' ? url : `${url}: ${description}`, { whenCut: description === '' })}
        >
          {addressText(url)}
        </button>
      </td>
      <td className="endpoint-statuses truncate" {...tip(statusesText(endpoint), { whenCut: true })}>
        {statusesText(endpoint)}
      </td>
      <td className="endpoint-state-cell">
        <State endpoint={endpoint} />
      </td>
      <td className="endpoint-success">
        <Success {...endpoint} />
      </td>
      <td className="endpoint-failure">
        {recent.last_failure === null ? (
          <span className="quiet">no failure</span>
        ) : (
          <>
            <span className="number">{recent.last_failure.status ?? 'No answer'}</span>,{' '}
            <Since time={recent.last_failure.at} />
          </>
        )}
      </td>
      <td className="endpoint-actions">
        <MenuButton
          name={`Actions of ${addressText(url)}`}
          className="icon-button ghost small"
          placement="bottom end"
          parts={() => [
            {
              kind: 'actions',
              ariaName: addressText(url),
              lines,
              onAction: (id) => (id === 'copy' ? copyText(url, 'the address') : onAction(id as EndpointAction)),
            },
          ]}
        >
          <MoreHorizontal size={14} aria-hidden="true" />
        </MenuButton>
      </td>
    </tr>
  );
};
