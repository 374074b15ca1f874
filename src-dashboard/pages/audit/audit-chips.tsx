import { Shapes, UserRound } from 'lucide-react';
import { type AuditKind, auditKindNames } from '#shared/dashboard-api/audit-kinds.ts';
import { daysFilter } from '#ui/filters/days-filter.tsx';
import { type ChipFilter, FilterChip } from '#ui/filters/filter-chip.tsx';
import { oneOf } from '#ui/filters/one-of.tsx';
import type { AuditFilters } from './audit-view.ts';

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
    daysFilter({ name: 'When', days, onChoose: (next) => onChange({ days: next }) }),
  ];
  return chips.map((filter) => <FilterChip key={filter.name} filter={filter} />);
};
