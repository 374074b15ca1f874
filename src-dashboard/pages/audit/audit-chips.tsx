import { Calendar, Shapes, UserRound } from 'lucide-react';
import { type AuditKind, auditKindNames } from '#shared/dashboard-api/audit-kinds.ts';
import { daysLabel } from '#ui/filters/day-range.ts';
import { type ChipFilter, FilterChip } from '#ui/filters/filter-chip.tsx';
import { oneOf } from '#ui/filters/one-of.tsx';
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

interface AuditChipsProps {
  readonly filters: AuditFilters;
  readonly people: readonly FilterOption[];
  readonly onChange: (change: Partial<AuditFilters>) => void;
}

export const AuditChips = ({ filters: { by, kind, days }, people, onChange }: AuditChipsProps) => {
  const chips: readonly ChipFilter[] = [
    oneOf({
      filter: { name: 'Who', icon: UserRound },
      lines: [...people.map(({ id, name }) => ({ id, label: name })), { id: commandLine, label: 'Command line' }],
      chosen: by,
      onChoose: (value) => onChange({ by: value }),
    }),
    oneOf({
      filter: { name: 'What', icon: Shapes },
      lines: auditKindNames.map((id) => ({ id, label: kindWords[id] })),
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
