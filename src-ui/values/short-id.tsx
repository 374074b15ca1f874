import { shortIdOf } from './ids.ts';
import { tip } from '../tooltip/tip.ts';
import './short-id.css';

/** An id as a table shows it; the whole of it is in the tooltip. */
export const ShortId = ({ id }: { readonly id: string }) => {
  const { head, tail } = shortIdOf(id);
  return (
    <span className="mono short-id" {...tip(id)}>
      {head}
      {tail === null ? null : <span className="short-id-tail">…{tail}</span>}
    </span>
  );
};
