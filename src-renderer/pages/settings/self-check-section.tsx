import { RefreshCw } from 'lucide-react';
import type { SelfCheckItem } from '#shared/console-contract/self-check-calls.ts';
import { Button } from '#ui/controls/button.tsx';
import { clockText } from '#ui/values/time-text.ts';
import { CheckList } from './check-list.tsx';
import { useSelfCheck } from '../../api/self-check.ts';
import { UnreadSettings } from './unread-settings.tsx';

const groups: readonly { readonly id: SelfCheckItem['group']; readonly title: string }[] = [
  { id: 'keychain', title: 'Keychain' },
  { id: 'network', title: 'Network' },
  { id: 'isolation', title: 'Isolation of pages' },
  { id: 'fuses', title: 'Fuses of the program' },
  { id: 'links', title: 'Links' },
];

const verdict = (items: readonly SelfCheckItem[]): string => {
  const count = items.filter(({ state }) => state === 'attention').length;
  if (count === 0) return 'Nothing needs attention.';
  return count === 1 ? 'One thing needs attention.' : `${count} things need attention.`;
};

/** How well the console is protected on this computer. */
export const SelfCheckSection = () => {
  const read = useSelfCheck();
  const { data, error, isFetching, refetch } = read;
  return (
    <section className="settings-section" aria-labelledby="check-title">
      <div className="settings-head">
        <h2 id="check-title">Self-check</h2>
        <Button size="small" icon={RefreshCw} busy={isFetching} onPress={() => void refetch()}>
          Check again
        </Button>
      </div>
      <output className="settings-help">
        {data
          ? `${verdict(data.items)} Looked at ${clockText(new Date(data.at))}.`
          : error
            ? 'Nothing is known.'
            : 'Looking.'}
      </output>
      <UnreadSettings read={read} />
      {groups.map(({ id, title }) => {
        const items = data?.items.filter(({ group }) => group === id) ?? [];
        return items.length === 0 ? null : (
          <div key={id} className="check-group">
            <h3>{title}</h3>
            <CheckList items={items} />
          </div>
        );
      })}
    </section>
  );
};
