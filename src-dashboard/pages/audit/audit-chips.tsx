import { Calendar, Shapes, UserRound } from 'lucide-react';
import { type AuditKind, auditKindNames } from '#shared/dashboard-api/audit-kinds.ts';
import { daysLabel } from '#ui/filters/days-choice.ts';
import { type ChipFilter, FilterChip } from '#ui/filters/filter-chip.tsx';
import { LazyPopMenu } from '#ui/menu/menu-button.tsx';
import { lazyPart } from '#ui/state/lazy-part.tsx';
import type { AuditFilters } from './audit-view.ts';

const DaysPopover = lazyPart(() => import('#ui/filters/days-popover.tsx'), 'DaysPopover');

const kindWords: Readonly<Record<AuditKind, string>> = {
  keys: 'API keys',
  webhooks: 'Webhooks',
  people: 'Members and roles',
  signIn: 'Sign-in',
  refused: 'Refused',
  organization: 'Organization',
};

const commandLine = 'command line';

interface FilterOption {
  readonly id: string;
  readonly name: string;
}

interface OneOfProps {
  readonly filter: Pick<ChipFilter, 'name' | 'icon'>;
  readonly values: readonly FilterOption[];
  readonly chosen: string | null;
  readonly onChoose: (value: string | null) => void;
}

const oneOf = ({ filter, values, chosen, onChoose }: OneOfProps): ChipFilter => ({
  ...filter,
  choice: chosen === null ? null : (values.find(({ id }) => id === chosen)?.name ?? chosen),
  opens: 'menu',
  onClear: () => onChoose(null),
  renderChoice: (place) => (
    <LazyPopMenu
      name={filter.name}
      parts={[
        {
          kind: 'one',
          ariaName: filter.name,
          lines: values.map(({ id, name }) => ({ id, label: name })),
          chosen: chosen === null ? [] : [chosen],
          onChoose: ([value]) => value !== undefined && onChoose(value),
        },
      ]}
      {...place}
    />
  ),
});

interface AuditChipsProps {
  readonly filters: AuditFilters;
  readonly people: readonly FilterOption[];
  readonly onChange: (change: Partial<AuditFilters>) => void;
}

export const AuditChips = ({ filters: { by, kind, days }, people, onChange }: AuditChipsProps) => {
  const chips: readonly ChipFilter[] = [
    oneOf({
      filter: { name: 'Who', icon: UserRound },
      values: [...people, { id: commandLine, name: 'Command line' }],
      chosen: by,
      onChoose: (value) => onChange({ by: value }),
    }),
    oneOf({
      filter: { name: 'What', icon: Shapes },
      values: auditKindNames.map((id) => ({ id, name: kindWords[id] })),
      chosen: kind,
      onChoose: (value) => onChange({ kind: auditKindNames.find((auditKindName) => auditKindName === value) ?? null }),
    }),
    {
      name: 'When',
      icon: Calendar,
      choice: days && daysLabel(days),
      opens: 'dialog',
      onClear: () => onChange({ days: null }),
      renderChoice: (place) => (
        <DaysPopover label="When" days={days} onChoose={(next) => onChange({ days: next })} {...place} />
      ),
    },
  ];
  return chips.map((filter) => <FilterChip key={filter.name} filter={filter} />);
};
