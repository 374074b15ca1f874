import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { brand } from '#shared/brand.ts';
import { escapeHtml } from '#shared/escape-html.ts';
import type { BaseUrl } from '../http/origins.ts';
import { erasureDocumentText } from '../openapi/erasure-document.ts';
import { activityDocumentText } from '../openapi/activity-document.ts';
import { openApiDocument, openApiText } from '../openapi/openapi-document.ts';
import { reportsDocumentText } from '../openapi/reports-document.ts';
import { webhooksDocumentText } from '../openapi/webhooks-document.ts';

type Json = Record<string, unknown>;

const escape = (text: unknown): string => escapeHtml(String(text));

const proseHtml = (text: unknown): string => escape(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>');

const host = 'https://host.invalid';

const style = `
:root { color-scheme: light dark; font: 14px/1.5 system-ui, sans-serif; --text: #0e1e27; --text-2: #41525d; --ground: #fff;
  --subtle: #f7f9fa; --line: #dbe2e6; --accent: #0b6678; color: var(--text); background: var(--ground); }
@media (prefers-color-scheme: dark) { :root { --text: #e8eff2; --text-2: #aebdc6; --ground: #0f181d; --subtle: #131e24;
  --line: #243239; --accent: #67cedf; } }
body { max-width: 62rem; margin: 0 auto; padding: 2rem 1.25rem 4rem; }
h1 { font-size: 1.6rem; line-height: 1.3; letter-spacing: -.02em; }
h2 { margin: 2.5rem 0 .5rem; border-top: 1px solid var(--line); padding-top: 1.25rem; font-size: 1.1rem; }
h2 code { font-weight: 600; }
h3 { margin: 1.5rem 0 .5rem; font-size: 1rem; }
p { max-width: 46rem; }
a { color: var(--accent); }
a:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
code, pre { font-family: ui-monospace, monospace; font-size: .92em; overflow-wrap: anywhere; }
pre { overflow: auto; padding: .75rem 1rem; border: 1px solid var(--line); border-radius: 8px; background: var(--subtle); }
pre { white-space: pre-wrap; }
table { border-collapse: collapse; width: 100%; margin: .75rem 0; }
th { color: var(--text-2); font-weight: 500; }
th, td { text-align: left; vertical-align: top; padding: .4rem .75rem .4rem 0; border-bottom: 1px solid var(--line); }
`;

const nameOf = (reference: unknown): string => String(reference).split('/').at(-1) ?? '';

const schemaLink = (schema: Json | undefined): string => {
  if (schema === undefined) return '';
  const reference = schema['$ref'];
  if (reference === undefined) return `<code>${escape(JSON.stringify(schema))}</code>`;
  return `<a href="#${nameOf(reference)}">${nameOf(reference)}</a>`;
};

const schemaOf = (holder: unknown): Json | undefined =>
  ((holder as Json | undefined)?.['content'] as Record<string, Json> | undefined)?.['application/json']?.['schema'] as
    | Json
    | undefined;

const tableRows = (cells: readonly (readonly string[])[]): string =>
  cells.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('');

const section = (method: string, path: string, operation: Json): string => {
  const parameters = (operation['parameters'] ?? []) as Json[];
  const replies = Object.entries(operation['responses'] as Record<string, Json>);
  const security = (operation['security'] as Json[]).flatMap((one) => Object.keys(one)).join(' or ');
  return `<section aria-labelledby="${escape(operation['operationId'])}">
<h2 id="${escape(operation['operationId'])}"><code>${method.toUpperCase()} ${escape(path)}</code></h2>
<p><strong>${proseHtml(operation['summary'])}.</strong> ${proseHtml(operation['description'])}</p>
<p>Credential: ${escape(security)}${operation['requestBody'] ? `. Body: ${schemaLink(schemaOf(operation['requestBody']))}` : ''}</p>
${
  parameters.length === 0
    ? ''
    : `<table><thead><tr><th>Parameter</th><th>In</th><th>Schema</th></tr></thead><tbody>${tableRows(
        parameters.map((parameter) => [
          `<code>${escape(parameter['name'])}</code>`,
          escape(parameter['in']),
          `<code>${escape(JSON.stringify(parameter['schema']))}</code>`,
        ]),
      )}</tbody></table>`
}
<table><thead><tr><th>Status</th><th>Meaning</th><th>Body</th></tr></thead><tbody>${tableRows(
    replies.map(([status, reply]) => [status, proseHtml(reply['description']), schemaLink(schemaOf(reply))]),
  )}</tbody></table>
</section>`;
};

const docsPage = (): { readonly html: string; readonly style: string } => {
  const document = openApiDocument();
  const info = document['info'] as Json;
  const paths = Object.entries(document['paths'] as Record<string, Record<string, Json>>);
  const schemas = Object.entries((document['components'] as Record<string, Json>)['schemas'] ?? {});
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escape(info['title'])}</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${escape(info['title'])} ${escape(info['version'])}</h1>
<p>${proseHtml(info['description'])}</p>
<p>OpenAPI documents: <a href="/openapi.json">API</a>, <a href="/openapi-webhooks.json">webhooks</a>, <a href="/openapi-reports.json">reports</a>, <a href="/openapi-erasure.json">erasure</a>, <a href="/openapi-activity.json">activity</a>.</p>
<pre>curl -H "Authorization: Bearer $${brand.serviceName.toUpperCase()}_API_KEY" ${host}/api/v1/migrations</pre>
${paths.flatMap(([path, methods]) => Object.entries(methods).map(([method, operation]) => section(method, path, operation))).join('\n')}
<h2>Schemas</h2>
${schemas.map(([name, schema]) => `<h3 id="${name}">${name}</h3><pre>${escape(JSON.stringify(schema, null, 2))}</pre>`).join('\n')}
</main>
</body>
</html>
`;
  return { html, style };
};

const policyFor = (styleText: string): string =>
  `default-src 'none'; style-src 'sha256-${createHash('sha256').update(styleText).digest('base64')}'; ` +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Serves `/docs` and its documents without a key. Creates each document at the first request for it. */
export const mountDocs = (app: FastifyInstance, baseUrl: BaseUrl): void => {
  const documents = {
    '/openapi.json': openApiText,
    '/openapi-webhooks.json': webhooksDocumentText,
    '/openapi-reports.json': reportsDocumentText,
    '/openapi-erasure.json': erasureDocumentText,
    '/openapi-activity.json': activityDocumentText,
  };
  let page: ReturnType<typeof docsPage> | undefined;
  for (const [path, write] of Object.entries(documents)) {
    let text: string | undefined;
    app.get(path, (_request, reply) => {
      text ??= write();
      return reply.header('content-type', 'application/json; charset=utf-8').send(text);
    });
  }
  app.get('/docs', (request, reply) => {
    page ??= docsPage();
    return reply
      .header('content-type', 'text/html; charset=utf-8')
      .header('content-security-policy', policyFor(page.style))
      .send(page.html.replaceAll(host, escape(baseUrl.of(request.headers))));
  });
};
