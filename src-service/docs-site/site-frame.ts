import { brand } from '#shared/brand.ts';
import { escapeHtml as escape } from '#shared/escape-html.ts';

export interface SitePage {
  /** Name of the files: `name.html` and `name.md`. */
  readonly name: string;
  readonly title: string;
}

/** Pages of the documentation in the order of the navigation. Those of the reference are generated. */
export const siteSections: Readonly<Record<string, readonly SitePage[]>> = {
  Start: [
    { name: 'get-started', title: 'Get started' },
    { name: 'how-it-works', title: 'How it works' },
  ],
  Integrate: [
    { name: 'sdk', title: 'Modal' },
    { name: 'hosted-links', title: 'Hosted links' },
    { name: 'server-client', title: 'Server client' },
    { name: 'webhooks', title: 'Webhooks' },
    { name: 'activity', title: 'Activity' },
    { name: 'receipts', title: 'Receipts' },
    { name: 'errors', title: 'Errors' },
    { name: 'testing', title: 'Testing' },
    { name: 'go-live', title: 'Go-live checklist' },
  ],
  Reference: [
    { name: 'api', title: 'Migration API' },
    { name: 'api-webhooks', title: 'Webhooks API' },
    { name: 'api-activity', title: 'Activity API' },
    { name: 'api-reports', title: 'Reports API' },
    { name: 'api-erasure', title: 'Erasure API' },
    { name: 'contract', title: 'API contract' },
  ],
  Operate: [
    { name: 'service', title: 'Ferry Service' },
    { name: 'providers', title: 'Providers' },
    { name: 'dashboard', title: 'Dashboard' },
    { name: 'verify', title: 'Verify a service' },
  ],
  Versions: [
    { name: 'versioning', title: 'Versioning policy' },
    { name: 'changelog', title: 'Changelog' },
  ],
};

const navigation = (current: SitePage): string =>
  Object.entries(siteSections)
    .map(([section, pages]) => {
      const links = pages.map(
        ({ name, title }) =>
          `<li><a href="./${name}.html"${name === current.name ? ' aria-current="page"' : ''}>${escape(title)}</a></li>`,
      );
      return `<h2>${section}</h2><ul>${links.join('')}</ul>`;
    })
    .join('\n');

export const pageIndex = (): string =>
  [
    `# ${brand.serviceName}\n\n> Moves an organization's end users from one provider to another.`,
    ...Object.entries(siteSections).map(([section, pages]) =>
      [`## ${section}\n`, ...pages.map(({ name, title }) => `- [${title}](/docs/${name}.md)`)].join('\n'),
    ),
  ].join('\n\n');

/** Returns a page of the documentation. Its paths start with `./`, which `/docs` replaces. */
export const sitePage = (page: SitePage, content: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escape(page.title)} | ${brand.serviceName} documentation</title>
<link rel="icon" href="data:,">
<link rel="alternate" type="text/markdown" href="./${page.name}.md">
<link rel="stylesheet" href="./site.css">
<script src="./site.js"></script>
</head>
<body>
<a class="skip" href="#content">Skip to content</a>
<header>
<a class="brand" href="./index.html">${brand.serviceName} documentation</a>
<search><input type="search" id="search" aria-label="Search the documentation" placeholder="Search" autocomplete="off" aria-controls="results"></search>
<button type="button" id="theme">Dark theme</button>
</header>
<div id="results" role="region" aria-label="Search results" aria-live="polite" hidden></div>
<div class="columns">
<details class="menu"><summary>Pages</summary><nav aria-label="Pages">
${navigation(page)}
</nav></details>
<main id="content">
${content}
<footer><a href="./${page.name}.md">This page as Markdown</a></footer>
</main>
</div>
</body>
</html>
`;
