import { Copy } from 'lucide-react';
import { copyText } from './copy.ts';
import { shortIdText } from '../values/ids.ts';
import { tip } from '../tooltip/tip.ts';

/** Copies a row's id; shown by the row while it is hovered or focused. */
export const RowCopy = ({ id }: { readonly id: string }) => (
  <button
    type="button"
    className="row-copy"
    tabIndex={-1}
    aria-label="Copy id"
    {...tip('Copy id', { shortcut: 'C' })}
    onClick={(event) => {
      event.stopPropagation();
      copyText(id, shortIdText(id));
    }}
  >
    <Copy size={14} aria-hidden="true" />
  </button>
);
