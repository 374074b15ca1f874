import type { EntryView } from '#shared/console-contract/activity-calls.ts';
import { countedText, countText } from '#ui/values/number-text.ts';

interface StepWords {
  readonly label: string;
  readonly detail: string;
}

type Detail = EntryView['detail'];

const toSentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1).replaceAll('_', ' ');
const textOf = (detail: Detail, name: string): string =>
  typeof detail[name] === 'string' ? detail[name].replaceAll('_', ' ') : '';
const numberOf = (detail: Detail, name: string): number => (typeof detail[name] === 'number' ? detail[name] : 0);
const joinParts = (...parts: readonly string[]): string => parts.filter((part) => part !== '').join(', ');
const itemsText = (count: number): string => countedText(count, 'item');

const collectionOf = (detail: Detail): string => {
  const number = numberOf(detail, 'collection');
  return `${textOf(detail, 'kind') || 'data'}${number > 1 ? ` (collection ${number})` : ''}`;
};

const countsOf = (detail: Detail): string =>
  joinParts(
    ...(['copied', 'altered', 'skipped', 'failed'] as const)
      .filter((name) => numberOf(detail, name) > 0)
      .map((name) => `${countText(numberOf(detail, name))} ${name === 'altered' ? 'changed' : name}`),
  );

const waitTexts: Readonly<Record<string, string>> = {
  source_unavailable: "the source isn't responding",
  destination_unavailable: "the destination isn't responding",
  source_rate_limited: 'the source limits requests',
  destination_rate_limited: 'the destination limits requests',
  service_interrupted: 'the service was interrupted',
  password_needed: 'the end user must sign in again',
};

export const waitWords = (code: string): string => waitTexts[code] ?? code.replaceAll('_', ' ');

const waitOf = (detail: Detail): string => waitWords(typeof detail['for'] === 'string' ? detail['for'] : '');

const nextTryText = (detail: Detail): string =>
  typeof detail['next_in_s'] === 'number' ? `next attempt after ${countText(detail['next_in_s'])} s` : '';

const words: Readonly<Record<string, (detail: Detail) => StepWords>> = {
  session_created: (detail) => ({
    label: 'Session created',
    detail: joinParts(
      detail['browser'] === 'other' ? '' : toSentence(textOf(detail, 'browser')),
      textOf(detail, 'language'),
      detail['sdk'] === undefined ? '' : `SDK ${textOf(detail, 'sdk')}`,
      textOf(detail, 'origin'),
    ),
  }),
  modal_opened: () => ({ label: 'Modal opened', detail: '' }),
  provider_chosen: (detail) => ({ label: 'Provider chosen', detail: toSentence(textOf(detail, 'provider')) }),
  sign_in_started: () => ({ label: 'Sign-in started', detail: '' }),
  sign_in_failed: (detail) => ({
    label: 'Sign-in failed',
    detail: joinParts(textOf(detail, 'for'), textOf(detail, 'reason')),
  }),
  sign_in_succeeded: (detail) => ({ label: 'Signed in', detail: textOf(detail, 'for') }),
  second_factor_asked: () => ({ label: 'Second-factor code requested', detail: '' }),
  consent_given: () => ({ label: 'Copy confirmed by the end user', detail: '' }),
  collection_counted: (detail) => ({
    label: 'Collections counted',
    detail: joinParts(
      `${countText(numberOf(detail, 'collections'))} with ${detail['is_counted'] === false ? 'at least ' : ''}${itemsText(numberOf(detail, 'items'))}`,
    ),
  }),
  copy_started: (detail) =>
    detail['is_practice'] === true
      ? { label: 'Copy started', detail: 'simulated' }
      : { label: 'Copy started', detail: collectionOf(detail) },
  collection_finished: (detail) => ({
    label: detail['is_practice'] === true ? 'Copy finished' : `${toSentence(collectionOf(detail))} finished`,
    detail: countsOf(detail),
  }),
  waiting: (detail) => ({ label: 'Waiting', detail: waitOf(detail) }),
  retried: (detail) => ({ label: 'Tried again', detail: joinParts(waitOf(detail), nextTryText(detail)) }),
  question_asked: (detail) => ({
    label: 'Question asked',
    detail: numberOf(detail, 'items') > 0 ? `${itemsText(numberOf(detail, 'items'))} already at the destination` : '',
  }),
  question_answered: (detail) => ({ label: 'Question answered', detail: textOf(detail, 'answer') }),
  closed: () => ({ label: 'Modal closed', detail: '' }),
  ended: (detail) => ({ label: 'Ended', detail: countsOf(detail) }),
};

export const stepWords = ({ step, detail }: Pick<EntryView, 'step' | 'detail'>): StepWords => {
  const wordsOfStep = Object.hasOwn(words, step) ? words[step]?.(detail) : undefined;
  const { label, detail: stepDetail } = wordsOfStep ?? { label: toSentence(step), detail: '' };
  const times = numberOf(detail, 'times');
  return { label, detail: joinParts(times > 1 ? `${countText(times)} times` : '', stepDetail) };
};

export const joinCounted = (entries: readonly EntryView[]): readonly EntryView[] => {
  const lines: EntryView[] = [];
  for (const entry of entries) {
    if (entry.step !== 'collection_counted') {
      lines.push(entry);
      continue;
    }
    const previous = lines.at(-1)?.step === 'collection_counted' ? lines.pop() : undefined;
    const collections =
      numberOf(previous?.detail ?? {}, 'collections') + (numberOf(entry.detail, 'other_collections') || 1);
    const items = numberOf(previous?.detail ?? {}, 'items') + numberOf(entry.detail, 'items');
    const isCounted = previous?.detail['is_counted'] !== false && entry.detail['is_counted'] !== false;
    lines.push({ ...entry, id: previous?.id ?? entry.id, detail: { collections, items, is_counted: isCounted } });
  }
  return lines;
};
