import { Copy, Ellipsis, KeyRound, ListChecks, Pause, Pencil, Play, Repeat, Send, Trash2 } from 'lucide-react';
import type { EndpointView } from '#shared/console-contract/webhooks-calls.ts';
import { MenuButton } from '../menu/menu-button.tsx';
import type { MenuLine, MenuPart } from '../menu/pop-menu.tsx';
import { useWebhooksPort } from './webhooks-port.ts';

const actionNames = ['deliveries', 'copy', 'test', 'edit', 'rotate', 'replay', 'toggle', 'remove'] as const;
export type EndpointAction = (typeof actionNames)[number];

interface EndpointMenuProps {
  readonly endpoint: EndpointView;
  readonly onAction: (action: EndpointAction) => void;
}

export const EndpointMenu = ({ endpoint, onAction }: EndpointMenuProps) => {
  const { blocked } = useWebhooksPort();
  const act = (id: string): void => {
    const action = actionNames.find((name) => name === id);
    if (action !== undefined) onAction(action);
  };
  const change = (line: MenuLine): MenuLine => (blocked === null ? line : { ...line, disabled: true });
  const enabledOnly = (line: MenuLine): MenuLine =>
    change(endpoint.disabled ? { ...line, disabled: true, note: 'enable the endpoint first' } : line);
  const parts = (): readonly MenuPart[] => [
    {
      kind: 'actions',
      ariaName: 'Endpoint',
      lines: [
        { id: 'deliveries', label: 'Show deliveries', icon: ListChecks },
        { id: 'copy', label: 'Copy URL', icon: Copy },
      ],
      onAction: act,
    },
    {
      kind: 'actions',
      ariaName: 'Change',
      ...(blocked === null ? {} : { head: blocked }),
      lines: [
        enabledOnly({ id: 'test', label: 'Send test event', icon: Send }),
        enabledOnly({ id: 'replay', label: 'Replay failed…', icon: Repeat }),
        change({ id: 'edit', label: 'Edit…', icon: Pencil }),
        change({ id: 'rotate', label: 'Rotate secret…', icon: KeyRound }),
        change(
          endpoint.disabled
            ? { id: 'toggle', label: 'Enable', icon: Play }
            : { id: 'toggle', label: 'Disable', icon: Pause },
        ),
        change({ id: 'remove', label: 'Remove…', icon: Trash2, tone: blocked === null ? 'tone-bad' : undefined }),
      ],
      onAction: act,
    },
  ];
  return (
    <MenuButton
      name={`Actions for ${endpoint.url}`}
      className="icon-button ghost small"
      placement="bottom end"
      parts={parts}
    >
      <Ellipsis size={14} aria-hidden="true" />
    </MenuButton>
  );
};
