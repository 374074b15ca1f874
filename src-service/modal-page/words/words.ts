import type en from './en.json';

type Words = typeof en;
type Sentence = Exclude<keyof Words, `${string}_one`>;

export type ModalWord = Exclude<keyof Words, `${'page' | 'card' | 'link' | 'failed'}-${string}`>;

export type ModalWords = Readonly<Record<Sentence, string>> &
  Readonly<Partial<Record<`${Sentence}_${'one' | 'two' | 'few' | 'many'}`, string>>>;
