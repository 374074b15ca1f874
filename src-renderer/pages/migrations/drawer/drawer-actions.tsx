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
  type LucideIcon,
  Webhook,
} from 'lucide-react';
import { useEffect, useState } from 'react';
import type { ListedMigration } from '#shared/console-contract/migrations-calls.ts';
import { copyText } from '#ui/controls/controls.tsx';
import { useShortcuts } from '#ui/keys/shortcuts.tsx';
import { MenuButton } from '#ui/menu/menu-button.tsx';
import { shortIdText } from '#ui/values/ids.tsx';
import { lacksWebhooks } from '../../../api/webhooks.ts';
import { consoleKeys, keyName } from '../../../components/palette/console-keys.ts';
import { KeyButton } from '../../../components/key-button.tsx';
import { everywhereText } from '../../../components/console-requests.ts';
import { usePaletteEntries } from '../../../components/palette/palette-entries.ts';
import { useWatch } from '../../../components/migration/use-watch.ts';
import { useCopyForTicket } from '../../../components/migration/use-copy-for-ticket.ts';
import { useHandled } from '../../../components/migration/use-handled.ts';
import { LazySupportBundle } from '../../../components/support-bundle/lazy-dialogs.ts';
import { useMigrationLines } from '../../../components/migration/migration-lines.ts';

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
  const watching = useWatch();
  const { handle, reopen } = useHandled();
  const isWatched = watching.isWatched(id);
  const isFull = !isWatched && watching.isFull;
  const [showsBundle, setShowsBundle] = useState(false);
  const [copied, setCopied] = useState<string | null>(null);
  useEffect(() => {
    if (copied === null) return;
    const timer = setTimeout(() => setCopied(null), copiedMs);
    return () => clearTimeout(timer);
  }, [copied]);

  const line = (key: string, label: string, icon: LucideIcon, run: () => void) => ({
    id: label,
    label,
    icon,
    run,
    keys: [keyName(key)],
  });
  const ticket = line(
    consoleKeys.ticket,
    'Copy for ticket',
    ClipboardList,
    () => void copyForTicket([migration]).then((done) => setCopied(done ? id : null)),
  );
  const { curl, bundle, ...lines } = useMigrationLines(() => setShowsBundle(true))(id);
  const link = { ...lines.link, keys: [keyName(consoleKeys.copyLink)] };
  const watch = line(consoleKeys.watch, isWatched ? 'Stop watching' : 'Watch', isWatched ? EyeOff : Eye, () =>
    isFull ? undefined : watching.toggle(id),
  );
  const mark = line(
    consoleKeys.handled,
    isHandled ? 'Mark unhandled' : 'Mark handled',
    Check,
    () => void (isHandled ? reopen([id]) : handle([{ id, status }])),
  );
  const note = line(consoleKeys.note, hasNote ? 'Edit the note' : 'Add a note', NotebookPen, onNote);
  useShortcuts({
    [consoleKeys.ticket]: ticket.run,
    [consoleKeys.copyLink]: link.run,
    [consoleKeys.watch]: watch.run,
    [consoleKeys.handled]: mark.run,
    [consoleKeys.note]: note.run,
  });
  usePaletteEntries('Actions', () =>
    [ticket, link, ...(isFull ? [] : [watch]), mark, note].map((each) => ({ ...each, note: shortIdText(id) })),
  );
  const showDeliveries = (): void =>
    void navigate({ to: '/webhooks', search: { tab: 'deliveries', endpoint: null, state: null, migration: id } });
  const isCopied = copied === id;
  return (
    <div className="drawer-buttons wrap gap-8">
      <KeyButton
        variant="primary"
        icon={isCopied ? Check : ClipboardList}
        shortcut={keyName(consoleKeys.ticket)}
        onPress={ticket.run}
      >
        {isCopied ? 'Copied' : ticket.label}
      </KeyButton>
      <KeyButton icon={Link} shortcut={keyName(consoleKeys.copyLink)} onPress={link.run}>
        {link.label}
      </KeyButton>
      <KeyButton
        icon={watch.icon}
        shortcut={keyName(consoleKeys.watch)}
        disabledBecause={isFull ? 'You already watch 50 migrations. Stop watching one first.' : null}
        onPress={watch.run}
      >
        {watch.label}
      </KeyButton>
      <MenuButton
        className="icon-button secondary regular"
        name="More for this migration"
        tooltip
        icon={Ellipsis}
        parts={() => [
          {
            kind: 'actions',
            ariaName: 'Copy or find',
            lines: [
              curl,
              line(consoleKeys.copyId, 'Copy ID', Copy, () => copyText(id, shortIdText(id))),
              json !== undefined && { label: 'Copy JSON', icon: Copy, run: () => copyText(json, 'the JSON') },
              bundle,
              {
                id: 'deliveries',
                label: 'Show webhook deliveries',
                icon: Webhook,
                run: showDeliveries,
                ...(lacksWebhooks(client) ? { disabled: true, note: 'not supported by the service' } : undefined),
              },
              {
                id: 'everywhere',
                label: 'Find this ID in all profiles',
                icon: Globe,
                run: () => everywhereText.set(id),
              },
            ],
          },
          {
            kind: 'actions',
            ariaName: 'On this device',
            lines: [
              mark,
              { ...note, label: `${note.label}…` },
              companyId !== null && {
                label: 'Alert for this company…',
                icon: BellPlus,
                run: () => void navigate({ to: '/alerts', search: { ruleFor: companyId } }),
              },
            ],
          },
        ]}
      />
      {showsBundle ? (
        <LazySupportBundle
          subject={{ kind: 'migration', id }}
          about="this migration"
          onClose={() => setShowsBundle(false)}
        />
      ) : null}
    </div>
  );
};
