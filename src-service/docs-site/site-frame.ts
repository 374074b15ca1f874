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

/** Returns the list of all pages in Markdown, for language models. */
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

export const siteStyle = `
:root { color-scheme: light; font: 15px/1.6 system-ui, sans-serif; --text: #0e1e27; --text-2: #41525d; --ground: #fff;
  --subtle: #f4f7f8; --line: #dbe2e6; --accent: #0b6678; color: var(--text); background: var(--ground); }
:root[data-theme='dark'] { color-scheme: dark; --text: #e8eff2; --text-2: #aebdc6; --ground: #0f181d; --subtle: #17232a;
  --line: #2a3a44; --accent: #67cedf; }
* { box-sizing: border-box; }
body { margin: 0; }
[hidden] { display: none; }
a { color: var(--accent); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
:target, [id] { scroll-margin-top: 4.5rem; }
header { position: sticky; top: 0; z-index: 1; display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: center; padding: .6rem 1.25rem;
  border-bottom: 1px solid var(--line); background: var(--ground); }
.brand { margin-right: auto; color: inherit; font-weight: 650; text-decoration: none; }
input, button { font: inherit; color: inherit; padding: .3rem .7rem; border: 1px solid var(--line); border-radius: 8px; background: var(--subtle); }
input { width: 16rem; max-width: 100%; }
.skip:not(:focus) { position: absolute; left: -100vw; }
#results { position: sticky; top: 3.5rem; z-index: 1; max-height: 70vh; overflow: auto; padding: .5rem 1.25rem; border-bottom: 1px solid var(--line); background: var(--subtle); }
#results ul { list-style: none; margin: 0; padding: 0; }
#results li { padding: .35rem 0; }
#results small { display: block; color: var(--text-2); }
.columns { display: flex; max-width: 78rem; margin: 0 auto; }
.menu { flex: 0 0 14.5rem; padding: 1rem 1.25rem; }
.menu summary { display: none; }
nav { position: sticky; top: 4.5rem; max-height: calc(100vh - 5.5rem); overflow: auto; }
nav h2 { margin: 1rem 0 .25rem; border: 0; padding: 0; color: var(--text-2); font-size: .8rem; }
nav ul { list-style: none; margin: 0; padding: 0; }
nav a { display: block; padding: .2rem .6rem; border-radius: 6px; color: inherit; text-decoration: none; }
nav a:hover, nav a[aria-current] { background: var(--subtle); color: var(--accent); }
main { flex: 1; min-width: 0; max-width: 54rem; padding: 1rem 1.5rem 4rem; }
h1 { margin: .5rem 0 1rem; font-size: 1.9rem; line-height: 1.25; letter-spacing: -.02em; }
h2 { margin: 2.5rem 0 .5rem; border-top: 1px solid var(--line); padding-top: 1.25rem; font-size: 1.3rem; }
h3 { margin: 1.75rem 0 .5rem; font-size: 1.05rem; }
code, pre { font-family: ui-monospace, monospace; font-size: .9em; overflow-wrap: anywhere; }
:not(pre) > code { padding: .1em .3em; border-radius: 4px; background: var(--subtle); }
pre { overflow: auto; padding: .75rem 1rem; border: 1px solid var(--line); border-radius: 8px; background: var(--subtle); }
pre code { overflow-wrap: normal; }
.table { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; margin: .75rem 0; }
th, td { min-width: 6rem; text-align: left; vertical-align: top; padding: .4rem .75rem .4rem 0; border-bottom: 1px solid var(--line); }
th { color: var(--text-2); font-weight: 500; }
img { max-width: 100%; border-radius: 8px; }
footer { margin-top: 3rem; border-top: 1px solid var(--line); padding-top: 1rem; font-size: .9rem; }
@media (max-width: 52rem) { .columns { display: block; } .menu summary { display: list-item; cursor: pointer; font-weight: 600; }
  .menu { padding: .75rem 1.25rem 0; } nav { position: static; max-height: none; } main { padding: .5rem 1.25rem 3rem; } search, input { width: 100%; } search { order: 1; } }
`;
