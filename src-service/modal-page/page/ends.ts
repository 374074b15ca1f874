import type { ModalState } from '#shared/modal-messages/modal-state.ts';
import type { ModalWord } from '../words/words.ts';
import { copyOf, find, make, showReference, type View } from './card.ts';
import { text, timeText } from './text.ts';

export type Button = readonly [label: string, act: () => void];

interface EndView {
  readonly sign: string;
  readonly tone: 'good' | 'part' | 'bad' | 'still' | 'ask';
  readonly title: string;
  readonly text: string;
  readonly gaps?: string;
  readonly safeData?: string;
  readonly isFailure?: boolean;
  readonly step?: 2;
  readonly buttons: readonly Button[];
}

export const endView = ({ sign, tone, title, text: sentence, isFailure, step, buttons, ...lines }: EndView): View => ({
  key: [title, sentence, ...buttons.map(([label]) => label)].join(),
  ...(step && { step }),
  build: () => {
    const copy = copyOf('end', { title, text: sentence, ...lines });
    find('.sign', copy).classList.add(tone);
    find('use', copy).setAttribute('href', `#${sign}`);
    find('.gaps', copy).hidden = !lines.gaps;
    find('.safe-data', copy).hidden = !lines.safeData;
    if (isFailure) showReference(find('.reference', copy));
    for (const [index, [label, onclick]] of buttons.entries()) {
      const button = make('button', label, { type: 'button', className: index === 0 ? 'primary' : '', onclick });
      find('.actions', copy).append(button);
    }
    return copy;
  },
});

interface EndActions {
  readonly close: Button;
  readonly retry: () => void;
  /** Opens a new modal with a new link token. Undefined if the embedding page can't. */
  readonly startAgain: Button | undefined;
}

const alteredText = ({ progress }: ModalState): string => {
  const changedItems = progress.filter(({ altered }) => altered > 0);
  const count = changedItems.reduce((sum, { altered }) => sum + altered, 0);
  const parts = changedItems.map(({ altered, name }) => text('alteredIn', { number: altered, collection: name ?? '' }));
  return count === 0 ? '' : text('altered', { count, list: parts.join(text('and')) });
};

const completeEnd = (state: ModalState, { close }: EndActions): EndView => {
  const altered = alteredText(state);
  const total = state.progress.reduce((sum, { done }) => sum + done, 0);
  return {
    sign: 'check',
    tone: 'good',
    title: text('allDone'),
    text: altered === '' ? text('allDoneText') : text('allArrived', { total }),
    ...(altered !== '' && { gaps: altered }),
    buttons: [close],
  };
};

const gapsEnd = (state: ModalState, { close, retry }: EndActions): EndView => {
  const { progress, too_large: tooLarge, can_retry: canRetry } = state;
  const missingItems = progress.map(({ kind, done, total }) => ({ kind, count: (total ?? 0) - done }));
  const gaps = missingItems.filter(({ count }) => count > 0);
  const count = gaps.reduce((sum, gap) => sum + gap.count, 0);
  const name = count > 0 ? 'gaps' : 'someGaps';
  const kinds = gaps.map((gap) => text(`missing_${gap.kind}`, gap));
  return {
    sign: 'alert',
    tone: 'part',
    title: text(name, { count }),
    text: text(`${name}Text`, { list: kinds.join(text('and')) }),
    gaps: [tooLarge > 0 ? text('tooLarge', { count: tooLarge }) : '', alteredText(state)].filter(Boolean).join(' '),
    buttons: canRetry ? [[text('retryFailed'), retry], close] : [close],
  };
};

const failedEnd = (state: ModalState, { close, retry, startAgain }: EndActions): EndView => {
  const { reason, can_retry: canRetry } = state;
  const end = { sign: 'x', tone: 'bad', title: text('stopped'), isFailure: true } as const;
  // Offers no retry, because a new migration would fail in the same way.
  if (reason === 'too_much') return { ...end, text: text('too_much_text'), buttons: [close] };
  const reasonText = text(`why_${reason}` as ModalWord) || text('stoppedEarly');
  const recoveryAction: Button | undefined = canRetry ? [text('tryAgain'), retry] : startAgain;
  return {
    ...end,
    text: recoveryAction ? reasonText : `${reasonText} ${text('startOver')}`,
    buttons: recoveryAction ? [recoveryAction, close] : [close],
  };
};

export const endOf = (state: ModalState, actions: EndActions): EndView | undefined => {
  const { close, startAgain } = actions;
  switch (state.status) {
    case 'COMPLETE':
      return completeEnd(state, actions);
    case 'COMPLETED_WITH_FAILURES':
      return gapsEnd(state, actions);
    case 'FAILED':
      return failedEnd(state, actions);
    case 'LOGIN_ABANDONED':
      return {
        sign: 'clock',
        tone: 'still',
        title: text('loginAbandoned'),
        text: text('loginAbandonedText'),
        isFailure: true,
        buttons: startAgain ? [startAgain, close] : [close],
      };
    default:
      return undefined;
  }
};

export const sessionOver = (name: 'tooLongCopy' | 'tooLongQuestion', { close, startAgain }: EndActions): EndView => ({
  sign: 'clock',
  tone: 'ask',
  title: text('tooLong'),
  text: `${text(name)} ${text(startAgain ? 'startAgainText' : 'openAgainText')}`,
  isFailure: true,
  buttons: [startAgain ?? close],
});

interface ProviderActions {
  readonly tryAgain: () => void;
  readonly chooseAnother: () => void;
}

/** Returns the view of an error that ends the login, such as a locked account. Undefined for other errors. */
export const providerTrouble = (
  { login, now, begun: startedAt, organization_name: organization }: ModalState,
  { tryAgain, chooseAnother }: ProviderActions,
): View | undefined => {
  const { trouble, locked_until: until, user_name: email } = login;
  if (!trouble || trouble.endsWith('refused') || trouble === 'other_account') return undefined;
  const isDown = trouble.endsWith('_down');
  const name = isDown ? 'provider_down' : trouble;
  return endView({
    ...(isDown ? { sign: 'offline', tone: 'part' } : { sign: 'lock', tone: 'bad' }),
    step: 2,
    title: text(`${name}_title` as ModalWord, trouble === 'destination_down' ? { provider: organization } : {}),
    text: text(`${name}_text` as ModalWord, { time: timeText(until ?? now) }),
    ...(!startedAt && { safeData: text('emailKept', { email: email ?? '' }) }),
    isFailure: true,
    buttons: [[text('tryAgain'), tryAgain], ...(startedAt ? [] : [[text('another'), chooseAnother] as const])],
  });
};
