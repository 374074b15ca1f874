import { brand } from '#shared/brand.ts';

export const pageOrigin = `${brand.pageScheme}://console`;

const safePagePath = '/safe-page';
export const safePageAddress = `${pageOrigin}${safePagePath}`;

const html = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>${brand.consoleName}</title>
<h1>The page stopped working</h1>
<p>The page stopped three times within a minute, so the console no longer reopens it automatically. Nothing was changed at the service, and your settings are unchanged.</p>
<p>For details, see the log: menu Help, Open log folder.</p>
<p><a href="/">Open the console again</a></p>
</html>
`;

/** A static page without scripts or styles, shown when the console's page keeps crashing. */
export const safePageFor = (pathname: string): string | null => (pathname === safePagePath ? html : null);
