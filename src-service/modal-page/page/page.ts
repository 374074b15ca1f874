import type { ModalCallName } from '#shared/modal-messages/modal-calls.ts';
import type { ModalState } from '#shared/modal-messages/modal-state.ts';
import { find, forgetView, notice, showView, type View } from './card.ts';
import { copying, question } from './copying.ts';
import { askBeforeLeaving, endOf, endView, stopAsking } from './ends.ts';
import { chooseProvider, logIn } from './log-in.ts';
import { call, canStartAgain, post, type Trouble } from './modal-session.ts';

/** Between two looks at the state, in ms; longer while the service does not answer. */
const pause = 1_000;
const longestPause = 10_000;

let state: ModalState | undefined;
/** What this window knows by itself: the service does not keep it. */
let isChoosing = false;
let refusal: string | null = null;
let isGone = false;
let isLeft = false;
let isBeginning = false;
let misses = 0;
let timer: number | undefined;

const leave = async (startAgain = false): Promise<void> => {
  stopAsking();
  if (state?.status === 'NOT_READY' && !state.session_over) await act('close');
  isLeft = true;
  clearTimeout(timer);
  if (state !== undefined) {
    const more = startAgain ? { start_again: true } : {};
    post(state, state.status === 'LOGIN_ABANDONED' ? 'cancelled' : 'closed', more);
  }
  render();
};
const close = () => void leave();

const retry = async (): Promise<void> => {
  const answer = await call<{ url: string }>('retry', {});
  if ('reply' in answer) location.replace(answer.reply.url);
  else meet(answer.trouble);
};

const sessionOver = (text: string): View =>
  endView({
    sign: 'clock',
    tone: 'ask',
    title: 'This window was open too long',
    text: `For safety it closes after an hour. ${text} ${canStartAgain ? 'Start again' : 'Close it and open it again'} to go on.`,
    buttons: canStartAgain ? { 'Start again': () => void leave(true) } : { Close: close },
  });

const viewOf = (current: ModalState): View => {
  const { status, provider, session_over: isOver } = current;
  const end = endOf(current, { close, retry: () => void retry() });
  if (current.reason === 'session_over' || (isOver && status === 'NOT_READY'))
    return sessionOver('Nothing was copied yet.');
  if (end !== undefined) return endView(end);
  if (isOver && status === 'PENDING_USER_INPUT') return sessionOver('The question can no longer be answered here.');
  if (status === 'PENDING_USER_INPUT')
    return question(current, async (option) => void (await act('answer', { option })));
  if (status !== 'NOT_READY') return copying(current, close);
  if (refusal !== null && provider !== null)
    return endView({
      sign: 'lock',
      tone: 'bad',
      title: 'That login did not work',
      text: `${refusal} Check both and try again.`,
      buttons: { 'Try again': () => turn(null), 'Choose another service': () => turn(null, true) },
    });
  if (provider === null || isChoosing) return chooseProvider(current, (name) => void choose(name));
  return logIn(current, provider, send, () => turn(null, true));
};

const render = (): void => {
  if (isLeft || isGone) {
    const text = isGone ? 'This window leads to no migration any more.' : 'You can close this window.';
    const buttons: Record<string, () => void> = isLeft ? {} : { Close: close };
    showView(
      endView({ sign: 'check', tone: 'still', title: isGone ? 'There is nothing here' : 'Closed', text, buttons }),
    );
  } else if (state === undefined) {
    const text = 'The service does not answer. This window tries again by itself.';
    const buttons = { 'Try now': () => void look(), Close: close };
    showView(endView({ sign: 'offline', tone: 'still', title: 'No connection', text, buttons }));
  } else showView(viewOf(state));
};

/** Changes what this window shows of an unchanged state. */
const turn = (nextRefusal: string | null, choosing = false): void => {
  refusal = nextRefusal;
  isChoosing = choosing;
  forgetView();
  render();
};

const take = (next: ModalState): void => {
  const before = state?.status;
  state = next;
  misses = 0;
  notice('');
  if (before === undefined) post(next, 'opened');
  if (before !== next.status) {
    if (before !== undefined) post(next, 'status_changed');
    if (next.status === 'COMPLETE' || next.status === 'COMPLETED_WITH_FAILURES') post(next, 'completed');
    if (next.status === 'FAILED') post(next, 'failed');
    // What the question was about is over.
    if (next.status !== 'WORKING') stopAsking();
  }
  if (next.status === 'NOT_STARTED' && !next.session_over) void begin();
  render();
};

/** The page begins the copy by itself as soon as the login is done; each look at the state tries again. */
const begin = async (): Promise<void> => {
  if (isBeginning) return;
  isBeginning = true;
  await act('begin');
  isBeginning = false;
};

const meet = ({ kind, message }: Trouble): void => {
  if (kind === 'gone') isGone = true;
  else if (kind === 'refused') notice(message);
  else {
    misses++;
    if (state !== undefined) notice('No connection to the service. This window tries again by itself.');
  }
  render();
};

const act = async (name: ModalCallName, body: object = {}): Promise<boolean> => {
  const answer = await call(name, body);
  if ('reply' in answer) take(answer.reply);
  else {
    meet(answer.trouble);
    // Refused: the migration has moved on without this window. Look where it is, and keep the sentence.
    if (answer.trouble.kind === 'refused') await look(answer.trouble.message);
  }
  return 'reply' in answer;
};

const choose = async (provider: string): Promise<void> => {
  if (!(await act('chooseProvider', { provider })) || state === undefined) return;
  turn(null);
  post(state, 'provider_selected');
};

const send = async (user_name: string, password: string): Promise<void> => {
  if (!(await act('logIn', { user_name, password })) || state === undefined) return;
  if (state.login_error !== null) turn(state.login_error);
  post(state, state.login_error === null ? 'login_succeeded' : 'login_failed');
};

const look = async (sentence = ''): Promise<void> => {
  clearTimeout(timer);
  const answer = await call('readState');
  if (isLeft) return;
  if ('reply' in answer) take(answer.reply);
  else meet(answer.trouble);
  if (sentence) notice(sentence);
  const hasEnded = state !== undefined && endOf(state, { close, retry: close }) !== undefined;
  if (!hasEnded && !isGone) timer = setTimeout(look, Math.min(pause * 2 ** misses, longestPause));
};

const leaveByHand = () => askBeforeLeaving(state?.session_over ? undefined : state?.status, close);
find('#close').addEventListener('click', leaveByHand);
addEventListener('keydown', (event) => {
  if (event.key !== 'Escape' || find<HTMLDialogElement>('#leave').open) return;
  // Else the same key press closes the question that it opens.
  event.preventDefault();
  leaveByHand();
});
addEventListener('online', () => void look());
void look();
