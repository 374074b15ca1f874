import type { FastifyInstance } from 'fastify';
import { brand } from '#shared/brand.ts';
import { openPath } from '#shared/deep-links/deep-link.ts';
import { openScript } from '../modal-page/page-assets.ts';
import { sendPage } from './login-window.ts';

const content = `<h1>Open in ${brand.consoleName}</h1>
<div id="found" hidden>
<p id="target"></p>
<a class="button" id="open">Open ${brand.consoleName}</a>
<p>Nothing happened? Install ${brand.consoleName} on this device, then select the button again. Your administrator has the installer.</p>
<p>If you use the console in a browser, copy this page's URL and paste it into the console's search.</p>
</div>
<p role="alert" id="problem" hidden></p>
<noscript><p>Turn on JavaScript to open this link.</p></noscript>`;

/** Serves the page that opens a shared link in the console. The fragment contains the link, so the service never gets it. */
export const mountOpenPage = (app: FastifyInstance): void => {
  const script = `.${openPath}.js`;
  app.get(openPath, (_request, reply) =>
    sendPage(reply, 200, { title: `Open in ${brand.consoleName}`, content, script }),
  );
  app.get(`${openPath}.js`, (_request, reply) =>
    reply.header('content-type', 'text/javascript; charset=utf-8').send(openScript),
  );
};
