import { tip } from '../tooltip/tip.ts';
import './ids.css';

export const shortIdOf = (id: string): { readonly head: string; readonly tail: string | null } =>
  id.length <= 16 ? { head: id, tail: null } : { head: id.slice(0, 8), tail: id.slice(-4) };

export const shortIdText = (id: string): string => {
  const { head, tail } = shortIdOf(id);
  return tail === null ? head : `${head}…${tail}`;
};

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

export const normalizeId = (text: string): string => text.trim().toLowerCase();

export const isUuid = (text: string): boolean => uuid.test(text);

export const looksLikeUuid = (text: string): boolean => isUuid(text.toLowerCase());

export const ShortId = ({ id }: { readonly id: string }) => {
  const { head, tail } = shortIdOf(id);
  return (
    <span className="mono short-id" {...tip(id)}>
      {head}
      {tail === null ? null : <span className="short-id-tail faint">…{tail}</span>}
    </span>
  );
};
