import { isUuid, normalizeId } from '#ui/values/ids.tsx';

/** What the route of the Sandbox page holds. */
export interface SandboxSearch {
  /** The migration to move. */
  readonly migration?: string;
}

/** Reads the search parameters; what is no id is dropped. */
export const parseSandboxSearch = (raw: Record<string, unknown>): SandboxSearch => {
  const id = typeof raw['migration'] === 'string' ? normalizeId(raw['migration']) : '';
  return isUuid(id) ? { migration: id } : {};
};
