import type { ListedMigration } from '#shared/console-contract/migrations-calls.ts';
import { shortIdText } from '#ui/values/ids.tsx';
import type { PaletteEntry } from '../palette/palette-entries.ts';
import { Hourglass } from 'lucide-react';
import { memo } from 'react';
import { statusStyleOf } from '#ui/status/status-style.ts';
import { tip } from '#ui/tooltip/tip.ts';
import { ageText } from '#ui/values/times.tsx';
import './status.css';

export const StatusText = memo(({ status }: { readonly status: string }) => {
  const { label, icon: Icon, tone, known } = statusStyleOf(status);
  return (
    <span className="status row shrink" {...tip(known ? status : `${status}: not in the specification`)}>
      <Icon size={16} className={`status-icon tone-${tone}`} aria-hidden="true" />
      <span className={known ? 'truncate' : 'truncate mono'}>{label}</span>
    </span>
  );
});
StatusText.displayName = 'StatusText';

export const StatusPill = ({ status }: { readonly status: string }) => {
  const { label, icon: Icon, tone, known } = statusStyleOf(status);
  const turns = status === 'WORKING' ? ' status-turning' : '';
  return (
    <span className={`pill tone-${tone}`} {...tip(status)}>
      <Icon size={14} className={`status-icon${turns}`} aria-hidden="true" />
      <span className={known ? 'truncate' : 'truncate mono'}>{label}</span>
    </span>
  );
};

interface StuckMarkProps {
  readonly stuckMs: number;
  /** Shows the words "Stuck for". In rows, only the tooltip has them. */
  readonly isLong?: boolean;
  readonly about?: string | undefined;
}

export const StuckMark = ({ stuckMs, isLong = false, about }: StuckMarkProps) => {
  const age = ageText(stuckMs);
  return (
    <span
      className="stuck-mark forced-border number"
      {...(isLong ? undefined : tip(about ?? `No observed change for ${age}`))}
    >
      <Hourglass size={12} aria-hidden="true" />
      <span className={isLong ? undefined : 'visually-hidden'}>Stuck for </span>
      {isLong ? age : age.split(' ', 2).join(' ').replace('days', 'd')}
    </span>
  );
};

/**
 * Returns a migration as a palette entry, labelled with its company or else its user.
 * @param when distinguishes several migrations of one company
 */
export const paletteEntry = (
  {
    id,
    status,
    companyName,
    createdByUserId,
  }: Pick<ListedMigration, 'id' | 'status' | 'companyName' | 'createdByUserId'>,
  when?: string,
): Omit<PaletteEntry, 'run'> => {
  const { label, icon, tone } = statusStyleOf(status);
  return {
    id,
    label: companyName ?? createdByUserId ?? shortIdText(id),
    note: [label, ...(when === undefined ? [] : [when]), shortIdText(id)].join(' · '),
    icon,
    tone: `tone-${tone}`,
    copies: id,
  };
};
