import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { escapeHtml } from '#shared/escape-html.ts';
import type { ModalCaller } from '../http/callers.ts';
import { isLoopbackHost } from '../http/origins.ts';
import { Refusal } from '../http/refusal.ts';
import { logInInWindow } from '../migration-engine/modal-actions.ts';
import { loginOf } from '../migration-engine/run.ts';
import type { Language } from '../modal-page/words/languages.ts';
import { brandStyle, styleSource } from '../modal-page/brand-style.ts';
import { pageStyle } from '../modal-page/page-assets.ts';
import type { ShownBrand } from '../store/brand-store.ts';
import { actionRequest, createActionRunner, type ModalRoutesOptions } from './run-action.ts';

/** Path prefix of a provider's login window. The hash of the modal's URL follows and allows only this login. */
const loginPath = '/modal-login';

/** Uses the other loopback name to give the provider a separate origin. A public URL has only one origin. */
const otherOrigin = (base: string): string => {
  const url = new URL(base);
  if (!isLoopbackHost(url.hostname)) return base;
  url.hostname = url.hostname === 'localhost' ? '127.0.0.1' : 'localhost';
  return url.origin;
};

export const loginWindowAddress = (base: string, addressHash: Uint8Array): string =>
  `${otherOrigin(base)}${loginPath}/${Buffer.from(addressHash).toString('base64url')}`;

/** The modal's style, and what differs in a separate window. */
const style = `${pageStyle}
:root{color-scheme:light dark}
main{display:block;padding:8px 24px 24px}
h1+p{margin-top:4px;color:var(--text-2)}
form{display:block}
form>label{margin:16px 0 0}
main .actions{padding:20px 0 0;background:none}
.actions button{width:100%}
.bank{position:static;display:flex;gap:12px;align-items:center;margin:16px 0 24px}
.tile{background:var(--accent);color:var(--on-accent)}
[role=alert]{margin-top:16px;padding:10px 12px;border-radius:8px;background:var(--red-tint)}
.button,.button~p{margin-top:16px}
.button{display:block;padding:12px;border-radius:8px;background:var(--accent);color:var(--on-accent);font-weight:600;text-align:center;text-decoration:none}
[hidden]{display:none!important}
small{display:block;margin-top:20px}`;

const ownStyleSource = styleSource(style);

interface Page {
  readonly title: string;
  readonly content: string;
  readonly script?: string | undefined;
  readonly brand?: ShownBrand | undefined;
  readonly language?: Language | undefined;
}

/** Returns a line with the organization's tile, which shows its logo or its initial. */
export const tileHtml = (organization: string, lineHtml: string): string => {
  const [initial = ''] = organization;
  return `<p class="bank to"><span class="tile" aria-hidden="true">${escapeHtml(initial.toUpperCase())}</span>
<span>${lineHtml}</span></p>`;
};

const page = ({ title, content, script, language = 'en' }: Page, colours: string): string => `<!doctype html>
<html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${style}</style>
${colours === '' ? '' : `<style>${colours}</style>`}
</head>
<body>
<div id="card" class="compact">
<main>
${content}
</main>
</div>
${script === undefined ? '' : `<script type="module" src="${script}"></script>`}
</body>
</html>
`;

interface LoginForm {
  readonly organization: string;
  readonly provider: string;
  readonly userName: string;
  readonly refusal: string;
  readonly brand: ShownBrand | undefined;
}

const loginForm = ({ organization, provider, userName, refusal, brand }: LoginForm): Page => ({
  title: `Log in to ${provider}`,
  brand,
  content: `${tileHtml(organization, `<strong>${escapeHtml(organization)}</strong> wants to copy your data from ${escapeHtml(provider)}.`)}
<h1>Log in to ${escapeHtml(provider)}</h1>
${refusal === '' ? '' : `<p role="alert">${escapeHtml(refusal)}</p>`}
<form method="post">
<label>Email <input name="user_name" value="${escapeHtml(userName)}" autocapitalize="none" autocomplete="off" maxlength="200" required${userName === '' ? ' autofocus' : ''}></label>
<label>Password <input name="password" type="password" autocomplete="off" maxlength="200" required${userName === '' ? '' : ' autofocus'}></label>
<div class="actions"><button class="primary">Log in</button></div>
</form>
<small>${escapeHtml(provider)} is a practice provider. Any password except “wrong” works; Ferry doesn't store passwords.</small>`,
});

export const notePage = (title: string, text: string, language?: Language): Page => ({
  title,
  language,
  content: `<h1>${escapeHtml(title)}</h1>\n<p>${escapeHtml(text)}</p>`,
});

export const sendPage = (reply: FastifyReply, status: number, shownPage: Page): FastifyReply => {
  const { brand, script } = shownPage;
  const scriptPolicy = script === undefined ? '' : "script-src 'self'; require-trusted-types-for 'script'; ";
  const colours = brand === undefined ? '' : brandStyle(brand);
  const sources = colours === '' ? ownStyleSource : `${ownStyleSource} ${styleSource(colours)}`;
  return (
    reply
      .code(status)
      .header(
        'content-security-policy',
        `default-src 'none'; ${scriptPolicy}style-src ${sources}; img-src 'self'; font-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
      )
      // With `no-referrer`, browsers send "Origin: null" with the form.
      .header('referrer-policy', 'same-origin')
      .header('content-type', 'text/html; charset=utf-8')
      .send(page(shownPage, colours))
  );
};

export const acceptForms = (app: FastifyInstance): void => {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );
};

export const isFieldValid = (field: string): boolean => field !== '' && field.length <= 200 && field.isWellFormed();

const sendNotFound = (reply: FastifyReply): FastifyReply =>
  sendPage(reply, 404, notePage('Page not found', "This login link isn't valid. Go back to the previous window."));

const refusals: Readonly<Record<string, string>> = {
  password_refused: 'The email or password is wrong.',
  account_locked: 'Too many wrong passwords. This account is locked for 15 minutes.',
  provider_down: 'The service is unavailable. Try again.',
};

export const mountLoginWindow = (app: FastifyInstance, { store, baseUrl, providers }: ModalRoutesOptions): void => {
  const runAction = createActionRunner(store, providers);
  const hashOf = ({ params }: FastifyRequest): Uint8Array =>
    Buffer.from((params as { login: string }).login, 'base64url');

  const sendForm = async (
    reply: FastifyReply,
    { organization, organizationName }: ModalCaller['modal'],
    form: Pick<LoginForm, 'provider' | 'userName' | 'refusal'>,
  ) => {
    const brand = await store.brands.of(organization);
    return sendPage(reply, 200, loginForm({ ...form, organization: organizationName, brand }));
  };

  app.register(
    async (window) => {
      acceptForms(window);
      window.addHook('onRequest', async (request, reply) => {
        const modal = await store.modals.byAddress(hashOf(request));
        if (modal === undefined) return sendNotFound(reply);
        const caller: ModalCaller = { hash: modal.accessTokenHash, modal };
        request.caller = caller;
        return undefined;
      });
      window.get('/:login', async (request, reply) => {
        const { modal } = request.caller as ModalCaller;
        const { provider } = modal.run;
        if (provider === null || loginOf(modal.run).step !== 'window') return sendNotFound(reply);
        const userName = loginOf(modal.run).userName ?? (modal.userId.includes('@') ? modal.userId : '');
        return sendForm(reply, modal, { provider, userName, refusal: '' });
      });
      window.post('/:login', async (request, reply) => {
        const { origin } = request.headers;
        if (origin !== undefined && origin !== new URL(baseUrl.of(request.headers)).origin) return sendNotFound(reply);
        const { user_name: userName = '', password = '' } = (request.body ?? {}) as Record<string, string | undefined>;
        if (![userName, password].every(isFieldValid) || userName.includes('\0')) return sendNotFound(reply);
        const acting = actionRequest(hashOf(request), request);
        const outcome = await runAction(logInInWindow, acting, { user_name: userName, password }).catch(
          (error: unknown) => {
            if (error instanceof Refusal) return error;
            throw error;
          },
        );
        if (outcome instanceof Refusal) {
          return sendPage(reply, outcome.status, notePage('This login has ended', 'Go back to the previous window.'));
        }
        const { provider } = outcome.run;
        const refusal = refusals[loginOf(outcome.run).trouble ?? ''] ?? '';
        if (refusal === '') {
          const text = 'You can close this window. The previous window continues automatically.';
          return sendPage(reply, 200, notePage("You're logged in", text));
        }
        const { modal } = request.caller as ModalCaller;
        return sendForm(reply, modal, { provider: provider ?? '', userName, refusal });
      });
    },
    { prefix: loginPath },
  );
};
