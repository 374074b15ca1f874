import { isUuid, normalizeId } from '#ui/values/ids.tsx';

export interface SandboxSearch {
  readonly migration?: string;
}

export const parseSandboxSearch = (raw: Record<string, unknown>): SandboxSearch => {
  const id = typeof raw['migration'] === 'string' ? normalizeId(raw['migration']) : '';
  return isUuid(id) ? { migration: id } : {};
};
