import type { ModalCallPath } from '#shared/modal-messages/modal-calls.ts';
import type { ModalState } from '#shared/modal-messages/modal-state.ts';
import { find, forgetView, notice, showView, type View } from './card.ts';
import { chooseProvider } from './choose.ts';
import { type Button, endOf, endView, providerTrouble, sessionOver } from './ends.ts';
import { askBeforeLeaving, closeLeaveDialog } from './leave.ts';
import { copySteps, isMissing, loadCopySteps } from './load-copy-steps.ts';
import { closeWindow, enterCode, logIn, otherWindow } from './log-in.ts';
import { type Answer, call, canStartAgain, isLink, post, type Trouble } from './modal-session.ts';
import { setNames, text } from './text.ts';
import { eventsBetween } from './events-between.ts';

/** Polling interval in ms. Longer while the service doesn't respond. */
const pollIntervalMs = 1_000;
const maxPollIntervalMs = 10_000;

let state: ModalState | undefined;
/** The earlier step that the end user returned to. Not stored by the service. */
let place: 'choose' | 'not-listed' | 'login' | undefined;
/** Number of refused attempts that the end user dismissed with "Try again". */
let passedFailures = 0;
let failure: { readonly trouble: Exclude<Trouble, 'notFound'>; readonly again: () => void } | undefined;
let attempt: (() => Promise<void>) | undefined;
let pending: ModalCallPath | undefined;
const permanentEnd = isLink ? 'linkOver' : 'nothingHere';
/** Why the page can't show the migration. Ends with the suspension of the organization; otherwise permanent. */
let endName: 'linkOver' | 'nothingHere' | 'suspended' | undefined;
let hasLeft = false;
let failedPolls = 0;
let timer: number | undefined;

const leave = async (startAgain = false): Promise<void> => {
  closeLeaveDialog();
  // A second press waits 300 ms for the first press's response, because it may be a double-click. Then the page leaves.
  if (state?.status === 'NOT_READY' && !state.session_over)
    await (pending === 'close' ? new Promise((done) => setTimeout(done, 300)) : act('close'));
  if (hasLeft) return;
  hasLeft = true;
  clearTimeout(timer);
  if (state) {
    const eventFields = startAgain ? { start_again: true } : {};
    post(state, [state.status === 'LOGIN_ABANDONED' ? 'cancelled' : 'closed', eventFields]);
  }
  render();
  if (state?.return_url) location.assign(state.return_url);
};
const close = () => leave();
const closeButton = (): Button => [text(state?.return_url ? 'backTo' : 'close'), close];
const startAgain: Button | undefined = canStartAgain ? [text('startAgain'), () => leave(true)] : undefined;

const setPending = (path?: ModalCallPath): void => {
  pending = path;
  find('#card').classList.toggle('busy', !!path);
};

const send = async <Reply = ModalState>(path: ModalCallPath, body: object): Promise<Answer<Reply> | undefined> => {
  if (pending === path || (pending && path !== 'close')) return undefined;
  setPending(path);
  const result = await call<Reply>(path, body);
  // Leaving doesn't wait for a pending call. When that call ends, it must not clear the pending state of a later call.
  if (pending === path) setPending();
  return result;
};

const retry = async (): Promise<void> => {
  const result = await send<{ url: string }>('retry', {});
  if (!result) return;
  if ('reply' in result) location.replace(result.reply.url + location.search);
  else handleTrouble(result.trouble, retry);
};

const go = (next: typeof place): void => {
  place = next;
  failure = undefined;
  forgetView();
  render();
};

const loginView = (current: ModalState, provider: string): View | undefined => {
  const { login } = current;
  const chooseAnother = () => {
    passedFailures = login.failures;
    go('choose');
  };
  const tryAgain = () => {
    passedFailures = login.failures;
    if (login.trouble?.endsWith('_down') && attempt) void attempt();
    else go('login');
  };
  const trouble = providerTrouble(current, { tryAgain, chooseAnother });
  if (trouble && login.failures !== passedFailures) return trouble;
  if (login.window_url !== null) return otherWindow(provider, login.window_url, chooseAnother);
  const back = () => go('login');
  if (place !== 'login' && login.step === 'code')
    return enterCode(current, provider, { send: (code) => act('code', { code }), back });
  if (place !== 'login' && login.step === 'company')
    return copySteps?.chooseCompany(current, (company) => act('company', { company }), back);
  const sendLogin = (body: object) => {
    attempt = () => act('login', body);
    void attempt();
  };
  return logIn(current, provider, { send: sendLogin, chooseAnother });
};

const providerNotListedView = (): View =>
  endView({
    sign: 'question',
    tone: 'ask',
    title: text('notListed'),
    text: text('notListedText'),
    buttons: [[text('back'), () => go('choose')], closeButton()],
  });

const viewOf = (current: ModalState): View | undefined => {
  const { status, provider, session_over: isOver } = current;
  const actions = { close: closeButton(), retry, startAgain };
  const isBefore = status === 'NOT_READY' || status === 'NOT_STARTED';
  if (current.reason === 'session_over' || (isOver && isBefore))
    return endView(sessionOver(current.begun === null ? 'tooLongCopy' : 'tooLongQuestion', actions));
  const end = endOf(current, actions);
  if (end) {
    const view = endView(end);
    const isCounted = status.startsWith('COMPLETE') && !current.is_practice;
    return (isCounted && copySteps?.withCounts(view, current)) || view;
  }
  if (isOver && status === 'PENDING_USER_INPUT') return endView(sessionOver('tooLongQuestion', actions));
  if (current.question) return copySteps?.question(current, current.question, (option) => act('answer', { option }));
  if (status === 'PENDING_USER_INPUT') return loginView(current, provider ?? '');
  if (!isBefore) return copySteps?.copying(current, close);
  if (place === 'not-listed') return providerNotListedView();
  if (provider === null || place === 'choose')
    return chooseProvider(current, {
      choose: (name) => act('provider', { provider: name }),
      showNotListed: (searched) => {
        post(current, ['provider_not_listed', { searched }]);
        go('not-listed');
      },
    });
  if (current.company_name === null || place === 'login') return loginView(current, provider);
  return copySteps?.consent(current, provider, {
    startCopy: (collections) => act('begin', { collections }),
    back: () => go('login'),
  });
};

const showNotice = (): void => {
  if (failure) {
    const { trouble, again } = failure;
    notice(text(trouble), trouble === 'failed' || trouble === 'busy' ? again : undefined);
  } else notice((failedPolls || isMissing) && state ? text('offline') : '');
};

const render = (): void => {
  showNotice();
  if (hasLeft || endName) {
    const name = endName ?? 'closed';
    const buttons = hasLeft ? [] : [closeButton()];
    showView(endView({ sign: 'check', tone: 'still', title: text(name), text: text(`${name}Text`), buttons }));
  } else if (!state) {
    const buttons = [[text('tryNow'), pollState] as const, [text('close'), close] as const];
    const title = text('noConnection');
    showView(
      endView({ sign: 'offline', tone: 'still', title, text: text('noConnectionText'), isFailure: true, buttons }),
    );
  } else {
    const view = viewOf(state);
    if (view) showView(view);
    void loadCopySteps(renderKnown);
  }
};

const renderKnown = (): void => {
  if (state) render();
};

const applyState = (next: ModalState): void => {
  const events = eventsBetween(state, next);
  if (state?.status !== next.status && next.status !== 'WORKING') closeLeaveDialog();
  state = next;
  find('#card').classList.toggle('real', !next.is_practice);
  setNames({ organization: next.organization_name, provider: next.provider ?? text('theService') });
  failedPolls = 0;
  if (!next.login.trouble?.endsWith('_down')) attempt = undefined;
  if (next.login.window_url === null || events.some(([event]) => event === 'login_succeeded')) closeWindow();
  // The migration has progressed, so an earlier failure is outdated.
  if (events[0]) failure = place = undefined;
  for (const event of events) post(next, event);
  render();
};

const handleTrouble = (trouble: Trouble, again: () => void): void => {
  if (trouble === 'notFound') endName = permanentEnd;
  else failure = { trouble, again };
  render();
};

const act = async (path: ModalCallPath, body: object = {}): Promise<void> => {
  const result = await send(path, body);
  if (!result || hasLeft) return;
  if ('reply' in result) {
    failure = place = undefined;
    applyState(result.reply);
    return;
  }
  handleTrouble(result.trouble, () => act(path, body));
  // The migration's status has changed, so the page reloads the state and keeps the message.
  if (result.trouble === 'refused') await pollState();
};

const pollState = async (): Promise<void> => {
  clearTimeout(timer);
  const result = await (isLink
    ? call<{ url: string }>('session', { link: location.hash.slice(1) })
    : call<ModalState>('state'));
  if (hasLeft) return;
  if ('reply' in result) {
    if ('url' in result.reply) return location.replace(result.reply.url);
    endName = undefined;
    applyState(result.reply);
  } else {
    const { trouble } = result;
    // A link that the service refuses as invalid never becomes valid.
    if (trouble.startsWith('not')) endName = permanentEnd;
    else if (trouble === 'suspended') endName = trouble;
    else failedPolls++;
    render();
  }
  const hasEnded = state && endOf(state, { close: closeButton(), retry, startAgain });
  if (!hasEnded && endName !== permanentEnd)
    timer = setTimeout(pollState, Math.min(pollIntervalMs * 2 ** failedPolls, maxPollIntervalMs));
};

const leaveOnRequest = () => {
  // Without a chosen provider, closing loses nothing and needs no confirmation.
  const needsConfirmation = state?.provider && !state.session_over && !hasLeft;
  askBeforeLeaving(needsConfirmation ? state?.status : undefined, close);
};
find('#close').onclick = leaveOnRequest;
addEventListener('keydown', (event) => {
  if (event.key !== 'Escape' || event.isComposing || find<HTMLDialogElement>('#leave').open) return;
  // Without this, the key press that opens the question would also close it.
  event.preventDefault();
  leaveOnRequest();
});
addEventListener('online', pollState);
// Another hosted link in the same tab changes only the fragment, so the browser keeps the page.
onhashchange = () => location.reload();
void pollState();
void loadCopySteps(renderKnown);
