import { memo } from 'react';
import { statusLookOf } from './status-looks.ts';
import { tip } from '#ui/tooltip/tip.ts';
import './status.css';

/** A status in a table: icon and text. */
export const StatusText = memo(({ status }: { readonly status: string }) => {
  const { label, icon: Icon, tone, known } = statusLookOf(status);
  return (
    <span className="status" {...tip(known ? status : `${status}: not in the specification`)}>
      <Icon size={16} className={`status-icon tone-${tone}`} aria-hidden="true" />
      <span className={known ? 'truncate' : 'truncate mono'}>{label}</span>
    </span>
  );
});
StatusText.displayName = 'StatusText';

/** A status on a ground of its own, for the head of a drawer. */
export const StatusPill = ({ status }: { readonly status: string }) => {
  const { label, icon: Icon, tone, known } = statusLookOf(status);
  const turns = status === 'WORKING' ? ' status-turning' : '';
  return (
    <span className={`pill tone-${tone}`} {...tip(status)}>
      <Icon size={14} className={`status-icon${turns}`} aria-hidden="true" />
      <span className={known ? 'truncate' : 'truncate mono'}>{label}</span>
    </span>
  );
};
