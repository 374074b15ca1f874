import type { RequestDetail } from '#shared/console-contract/requests-calls.ts';
import type { ConsoleState } from '#shared/console-contract/console-calls.ts';
import type { ConsoleApi } from '../../../api/console-api.ts';
import { originOf } from '../../../api/profiles.ts';

type Resend =
  | { readonly ok: true; readonly send: (api: ConsoleApi) => Promise<unknown> }
  | { readonly ok: false; readonly reason: string };

const refuse = (reason: string): Resend => ({ ok: false, reason });

const integersOf = (search: URLSearchParams): { readonly page: number; readonly pageSize: number } | null => {
  const page = Number(search.get('page') ?? '1');
  // Profiles may rename the page-size parameter, so this takes the parameter that isn't `page`.
  const size = [...search].find(([name]) => name !== 'page')?.[1];
  const pageSize = Number(size ?? '10');
  return Number.isInteger(page) && Number.isInteger(pageSize) ? { page, pageSize } : null;
};

/** Returns how to resend a request: as a new call of the active profile, to the same service. Never resends changes. */
export function resendPlanOf({ line, operation, origin }: RequestDetail, profile: ConsoleState['profile']): Resend {
  if (line.method !== 'GET') return refuse('Only GET requests can be sent again');
  if (line.bulk) return refuse('This row groups several requests');
  if (originOf(profile.baseURL) !== origin) return refuse("Sent to another profile's service");
  const { pathname, searchParams } = new URL(line.path, origin);
  const page = integersOf(searchParams);
  switch (operation) {
    case 'api.v1.migrations.get': {
      const id = decodeURIComponent(pathname.split('/').at(-1) ?? '');
      return { ok: true, send: (api) => api.migrations.get({ id }) };
    }
    case 'api.v1.migrations.list':
      return page ? { ok: true, send: (api) => api.migrations.list(page) } : refuse("The page number can't be read");
    case 'api.v1.companies.list':
      return page ? { ok: true, send: (api) => api.companies.list(page) } : refuse("The page number can't be read");
    case 'api.v1.healthz':
      return { ok: true, send: (api) => api.profiles.test({ id: profile.id }) };
    default:
      return refuse("The console can't resend requests to this endpoint");
  }
}
