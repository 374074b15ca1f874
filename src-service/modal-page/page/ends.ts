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
  readonly startAgain: (() => void) | undefined;
}

const alteredText = ({ progress }: ModalState): string => {
  const changedItems = progress.filter(({ altered }) => altered > 0);
  const count = changedItems.reduce((sum, { altered }) => sum + altered, 0);
  const parts = changedItems.map(({ altered, name }) => text('alteredIn', { number: altered, collection: name ?? '' }));
  return count === 0 ? '' : text('altered', { count, list: parts.join(text('and')) });
};

const completeEnd = (state: ModalState, close: Button): EndView => {
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

const gapsEnd = (state: ModalState, close: Button): EndView => {
  const { progress, too_large: tooLarge } = state;
  const missingItems = progress.map(({ kind, done, total }) => ({ kind, count: (total ?? 0) - done }));
  const gaps = missingItems.filter(({ count }) => count > 0);
  const count = gaps.reduce((sum, gap) => sum + gap.count, 0);
  const kinds = gaps.map((gap) => text(`missing_${gap.kind}`, gap));
  return {
    sign: 'alert',
    tone: 'part',
    title: text(count > 0 ? 'gaps' : 'someGaps', { count }),
    text: text(count > 0 ? 'gapsText' : 'someGapsText', { list: kinds.join(text('and')) }),
    gaps: [tooLarge > 0 ? text('tooLarge', { count: tooLarge }) : '', alteredText(state)].filter(Boolean).join(' '),
    buttons: [close],
  };
};

const failedEnd = (state: ModalState, close: Button, { retry, startAgain }: EndActions): EndView => {
  const { reason, can_retry: canRetry } = state;
  const end = { sign: 'x', tone: 'bad', title: text('stopped'), isFailure: true } as const;
  // Offers no retry, because a new migration would fail in the same way.
  if (reason === 'too_much') return { ...end, text: text('too_much_text'), buttons: [close] };
  const reasonText = text(`why_${reason}` as ModalWord) || text('stoppedEarly');
  const recoveryAction: Button | undefined = canRetry
    ? [text('tryAgain'), retry]
    : startAgain && [text('startAgain'), startAgain];
  return {
    ...end,
    text: recoveryAction ? reasonText : `${reasonText} ${text('startOver')}`,
    buttons: recoveryAction ? [recoveryAction, close] : [close],
  };
};

export const endOf = (state: ModalState, actions: EndActions): EndView | undefined => {
  const { close } = actions;
  switch (state.status) {
    case 'COMPLETE':
      return completeEnd(state, close);
    case 'COMPLETED_WITH_FAILURES':
      return gapsEnd(state, close);
    case 'FAILED':
      return failedEnd(state, close, actions);
    case 'LOGIN_ABANDONED': {
      const buttons = actions.startAgain ? [[text('startAgain'), actions.startAgain] as const, close] : [close];
      return {
        sign: 'clock',
        tone: 'still',
        title: text('loginAbandoned'),
        text: text('loginAbandonedText'),
        isFailure: true,
        buttons,
      };
    }
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
  buttons: [startAgain ? [text('startAgain'), startAgain] : close],
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
    ...(startedAt === null && { safeData: text('emailKept', { email: email ?? '' }) }),
    isFailure: true,
    buttons: [[text('tryAgain'), tryAgain], ...(startedAt === null ? [[text('another'), chooseAnother] as const] : [])],
  });
};
