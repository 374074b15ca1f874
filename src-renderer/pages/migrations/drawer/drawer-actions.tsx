import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import {
  BellPlus,
  Check,
  ClipboardList,
  Copy,
  Ellipsis,
  Eye,
  EyeOff,
  Globe,
  Link,
  NotebookPen,
  Package,
  type LucideIcon,
  Terminal,
  Webhook,
} from 'lucide-react';
import { useEffect, useState } from 'react';
import type { ListedMigration } from '#shared/console-contract/migrations-calls.ts';
import { maxWatched } from '#shared/list-limits.ts';
import { copyText } from '#ui/controls/copy.tsx';
import { useShortcuts } from '#ui/keys/shortcuts.tsx';
import { MenuButton } from '#ui/menu/menu-button.tsx';
import { shortIdText } from '#ui/values/ids.tsx';
import { useWatchState } from '../../../api/profile-data.ts';
import { lacksWebhooks } from '../../../api/webhooks.ts';
import { consoleKeys, keyName } from '../../../components/palette/console-keys.ts';
import { KeyButton } from '../../../components/key-button.tsx';
import { findEverywhere } from '../../../components/console-requests.ts';
import { usePaletteEntries } from '../../../components/palette/palette-entries.ts';
import { migrationLink } from '../../../components/migration/migration-link.ts';
import { useToggleWatch } from '../../../components/migration/toggle-watch.ts';
import { useCopyForTicket } from '../../../components/migration/use-copy-for-ticket.ts';
import { useHandled } from '../../../components/migration/use-handled.ts';
import { LazySupportBundle } from '../../../components/support-bundle/support-bundle-button.tsx';
import { useMigrationCurl } from './use-migration-curl.ts';

interface DrawerActionsProps {
  readonly migration: ListedMigration;
  readonly json: string | undefined;
  readonly isHandled: boolean;
  readonly hasNote: boolean;
  readonly onNote: () => void;
}

const copiedMs = 2_000;

export const DrawerActions = ({ migration, json, isHandled, hasNote, onNote }: DrawerActionsProps) => {
  const { id, status, companyId } = migration;
  const navigate = useNavigate();
  const client = useQueryClient();
  const copyForTicket = useCopyForTicket();
  const copyCurl = useMigrationCurl();
  const toggleWatch = useToggleWatch();
  const { handle, reopen } = useHandled();
  const watched = useWatchState()?.watched ?? [];
  const isWatched = watched.some((each) => each.id === id);
  const isFull = !isWatched && watched.length >= maxWatched;
  const [bundle, setBundle] = useState(false);
  const [copied, setCopied] = useState<string | null>(null);
  useEffect(() => {
    if (copied === null) return;
    const timer = setTimeout(() => setCopied(null), copiedMs);
    return () => clearTimeout(timer);
  }, [copied]);

  const ticket = (): void => void copyForTicket([migration]).then((done) => setCopied(done ? id : null));
  const link = (): void => copyText(migrationLink(id), 'the link, without secrets');
  const watch = (): void => (isFull ? undefined : toggleWatch(id, isWatched));
  const mark = (): void => void (isHandled ? reopen([id]) : handle([{ id, status }]));
  useShortcuts({
    [consoleKeys.ticket]: ticket,
    [consoleKeys.copyLink]: link,
    [consoleKeys.watch]: watch,
    [consoleKeys.handled]: mark,
    [consoleKeys.note]: onNote,
  });
  const watchWords = isWatched ? 'Stop watching' : 'Watch';
  const markWords = isHandled ? 'Mark unhandled' : 'Mark handled';
  usePaletteEntries('Actions', () => {
    const note = shortIdText(id);
    const line = (key: string, label: string, icon: LucideIcon, run: () => void) => ({
      id: label,
      label,
      note,
      icon,
      run,
      keys: [keyName(key)],
    });
    return [
      line(consoleKeys.ticket, 'Copy for ticket', ClipboardList, ticket),
      line(consoleKeys.copyLink, 'Copy link', Link, link),
      ...(isFull ? [] : [line(consoleKeys.watch, watchWords, isWatched ? EyeOff : Eye, watch)]),
      line(consoleKeys.handled, markWords, Check, mark),
      line(consoleKeys.note, hasNote ? 'Edit the note' : 'Add a note', NotebookPen, onNote),
    ];
  });

  const actions: Readonly<Record<string, () => void>> = {
    curl: () => void copyCurl(id),
    id: () => copyText(id, shortIdText(id)),
    json: () => copyText(json ?? '', 'the JSON'),
    bundle: () => setBundle(true),
    everywhere: () => findEverywhere(id),
    deliveries: () =>
      void navigate({
        to: '/webhooks',
        search: { tab: 'deliveries', endpoint: null, state: null, migration: id },
      }),
    handled: mark,
    note: onNote,
    alert: () => void navigate({ to: '/alerts', search: companyId === null ? {} : { ruleFor: companyId } }),
  };
  const onAction = (action: string): void => actions[action]?.();
  const isCopied = copied === id;
  return (
    <div className="drawer-buttons">
      <KeyButton
        variant="primary"
        icon={isCopied ? Check : ClipboardList}
        shortcut={keyName(consoleKeys.ticket)}
        onPress={ticket}
      >
        {isCopied ? 'Copied' : 'Copy for ticket'}
      </KeyButton>
      <KeyButton icon={Link} shortcut={keyName(consoleKeys.copyLink)} onPress={link}>
        Copy link
      </KeyButton>
      <KeyButton
        icon={isWatched ? EyeOff : Eye}
        shortcut={keyName(consoleKeys.watch)}
        disabledBecause={isFull ? 'You already watch 50 migrations. Stop watching one first.' : null}
        onPress={watch}
      >
        {watchWords}
      </KeyButton>
      <MenuButton
        className="icon-button secondary regular"
        name="More for this migration"
        tooltip
        placement="bottom end"
        parts={() => [
          {
            kind: 'actions',
            ariaName: 'Copy or find',
            onAction,
            lines: [
              { id: 'curl', label: 'Copy as cURL', icon: Terminal },
              { id: 'id', label: 'Copy ID', icon: Copy, keys: [keyName(consoleKeys.copyId)] },
              ...(json === undefined ? [] : [{ id: 'json', label: 'Copy JSON', icon: Copy }]),
              { id: 'bundle', label: 'Support bundle…', icon: Package },
              {
                id: 'deliveries',
                label: 'Show webhook deliveries',
                icon: Webhook,
                ...(lacksWebhooks(client) ? { disabled: true, note: 'not supported by the service' } : undefined),
              },
              { id: 'everywhere', label: 'Find this ID in all profiles', icon: Globe },
            ],
          },
          {
            kind: 'actions',
            ariaName: 'On this device',
            onAction,
            lines: [
              { id: 'handled', label: markWords, icon: Check, keys: [keyName(consoleKeys.handled)] },
              {
                id: 'note',
                label: hasNote ? 'Edit the note…' : 'Add a note…',
                icon: NotebookPen,
                keys: [keyName(consoleKeys.note)],
              },
              ...(companyId === null ? [] : [{ id: 'alert', label: 'Alert for this company…', icon: BellPlus }]),
            ],
          },
        ]}
      >
        <Ellipsis size={14} aria-hidden="true" />
      </MenuButton>
      {bundle ? (
        <LazySupportBundle
          subject={{ kind: 'migration', id }}
          about="this migration"
          onClose={() => setBundle(false)}
        />
      ) : null}
    </div>
  );
};
