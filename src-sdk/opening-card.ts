import style from './opening-card.css?inline';
import { make, makeSheet } from './make-element.ts';

declare const FERRY_CARD_WORDS: CardWords;

/** All names not listed here are error codes. */
type CardWord = 'lang' | 'opening' | 'title' | 'tryAgain' | 'close' | 'error' | 'network' | 'notStarted';

type CardWords = Readonly<Record<CardWord, string> & Partial<Record<string, string>>>;

interface CardFailure {
  /** Names of the strings to show. The fallback is for error codes without a string. */
  readonly names: readonly [cause: string, fallback: CardWord, consequence: string];
  /** Text for the page's developer. */
  readonly footer: string;
  readonly onRetry: (() => void) | undefined;
}

/** Created without a request, so that Close always works. Adopted style sheets pass policies against styles. */
export const openingCard = (dialog: Element, close: () => void) => {
  const card = make('div');
  const root = card.attachShadow({ mode: 'open', delegatesFocus: true });
  const body = make('main', { dir: 'auto' });
  root.adoptedStyleSheets = [makeSheet(style)];
  root.append(body);
  dialog.append(card);

  let words = FERRY_CARD_WORDS;
  let failure: CardFailure | undefined;
  const button = (textContent: string, onclick: () => void) => make('button', { textContent, onclick });
  const draw = (next?: CardFailure): void => {
    failure = next;
    const closeButton = make('button', { textContent: '×', ariaLabel: words.close, onclick: close });
    const alert = make('section', { role: 'alert' });
    body.lang = words.lang;
    body.replaceChildren(closeButton, alert);
    alert.append(
      make('i', { textContent: next ? '!' : '' }),
      make('h2', { textContent: next ? words.title : words.opening }),
    );
    if (next) {
      const { names, footer, onRetry } = next;
      alert.append(`${words[names[0]] ?? words[names[1]]} ${words[names[2]] ?? ''}`);
      if (onRetry) body.append(button(words.tryAgain, onRetry));
      body.append(button(words.close, close), make('small', { textContent: footer }));
    }
    (body.querySelector<HTMLElement>('section + button') ?? closeButton).focus();
  };

  return {
    wait: () => draw(),
    fail: draw,
    useWords(more: Partial<CardWords> | false) {
      words = { ...words, ...more };
      draw(failure);
    },
    remove: () => card.remove(),
  };
};
