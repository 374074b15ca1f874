import { CircleAlert, CircleCheck, CircleQuestionMark, type LucideIcon, RefreshCw } from 'lucide-react';
import type { SelfCheckItem } from '#shared/console-contract/self-check-calls.ts';
import { Button } from '#ui/controls/controls.tsx';
import { clockText } from '#ui/values/times.tsx';
import { useSelfCheck } from '../../api/settings.ts';
import { SettingsError } from './settings-error.tsx';

const styles: Record<
  SelfCheckItem['state'],
  { readonly icon: LucideIcon; readonly word: string; readonly tone: string }
> = {
  good: { icon: CircleCheck, word: 'Good', tone: 'tone-good' },
  attention: { icon: CircleAlert, word: 'Needs attention', tone: 'tone-partial' },
  unknown: { icon: CircleQuestionMark, word: 'Unknown', tone: 'faint' },
};

export const CheckList = ({ items }: { readonly items: readonly SelfCheckItem[] }) => (
  <ul className="settings-card outlined check-list ruled">
    {items.map(({ group, name, state, found }) => {
      const { icon: Icon, word, tone } = styles[state];
      return (
        <li key={`${group} ${name}`} className="check-item">
          <Icon size={16} className={tone} aria-hidden="true" />
          <span className="check-name">{name}</span>
          <span className="text-anywhere grow muted">
            <span className="visually-hidden">{word}: </span>
            {found}
          </span>
        </li>
      );
    })}
  </ul>
);

const groups: readonly { readonly id: SelfCheckItem['group']; readonly title: string }[] = [
  { id: 'keychain', title: 'Keychain' },
  { id: 'network', title: 'Network' },
  { id: 'isolation', title: 'Page isolation' },
  { id: 'fuses', title: 'Electron fuses' },
  { id: 'links', title: 'Links' },
];

const verdict = (items: readonly SelfCheckItem[]): string => {
  const count = items.filter(({ state }) => state === 'attention').length;
  if (count === 0) return 'No problems found.';
  return count === 1 ? '1 item needs attention.' : `${count} items need attention.`;
};

export const SelfCheckSection = () => {
  const query = useSelfCheck();
  const { data, error, isFetching, refetch } = query;
  return (
    <section className="settings-section" aria-labelledby="check-title">
      <div className="settings-head row">
        <h2 id="check-title">Self-check</h2>
        <Button size="small" icon={RefreshCw} busy={isFetching} onPress={() => void refetch()}>
          Check again
        </Button>
      </div>
      <output className="settings-help note">
        {data
          ? `${verdict(data.items)} Checked at ${clockText(new Date(data.at))}.`
          : error
            ? 'No data yet.'
            : 'Checking…'}
      </output>
      <SettingsError read={query} />
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
