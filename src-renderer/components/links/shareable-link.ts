import { brand } from '#shared/brand.ts';
import { webLinkOf } from '#shared/deep-links/deep-link.ts';
import type { ConsoleApi } from '../../api/console-api.ts';

/** Maximum wait for the service. A copy must not wait longer for a service that is offline. */
const maxWaitMs = 2_000;

/** Returns a function that writes a link as one to the service's `/open`. Without `/open`, it returns links unchanged. */
export const readShareableLink = async ({ views }: ConsoleApi): Promise<(link: string) => string> => {
  const page = views.openPage({}, { signal: AbortSignal.timeout(maxWaitMs) });
  const { url } = await page.catch(() => ({ url: null }));
  return (link) => (url === null ? link : webLinkOf(url, link));
};

/** Returns a function that links to a migration. The link contains no secret and changes no data. */
export const readMigrationLink = async (api: ConsoleApi): Promise<(id: string) => string> => {
  const shareableLink = await readShareableLink(api);
  return (id) => shareableLink(`${brand.deepLinkScheme}://migrations/${id}`);
};
