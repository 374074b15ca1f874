import type { brand } from '#shared/brand.ts';
import style from './opening-card.css?inline';
import { make, makeSheet } from './make-element.ts';
import type { FerryError } from './public-types.ts';

const service: typeof brand.serviceName = 'Ferry';

/** What stands in the dialog until the modal's page has told of itself. */
interface OpeningCard {
  /** Shows that it takes its time. */
  wait(): void;
  /** Shows what happened and the ways on. Nothing was `lost`, or `begun`; host and code are for the developer of the page. */
  fail(error: FerryError, lost: string, host: string, tryAgain: () => void): void;
  remove(): void;
}

/**
 * Made of what is here already: there is a way out whatever the service does. Its shadow root keeps the styles of the page
 * outside, and takes its own under a policy that forbids style elements.
 */
export const openingCard = (dialog: Element, close: () => void): OpeningCard => {
  const card = make('div');
  const root = card.attachShadow({ mode: 'open', delegatesFocus: true });
  const body = make('main');
  root.adoptedStyleSheets = [makeSheet(style)];
  root.append(body);
  dialog.append(card);

  const draw = (sign: string, title: string, text = '', ...more: HTMLElement[]) => {
    const cross = make('button', { textContent: '×', ariaLabel: 'Close', onclick: close });
    const words = make('section', { role: 'alert' });
    words.append(make('i', { textContent: sign }), make('h2', { textContent: title }), text);
    body.replaceChildren(cross, words, ...more);
    (more[0] ?? cross).focus();
  };

  return {
    wait: () => draw('', `Opening ${service}`),
    fail({ code, status }, lost, host, tryAgain) {
      const silence = 'did not answer within 10 s. The connection may be slow, or something on this device blocks it.';
      draw(
        '!',
        'The page did not come',
        `${service} ${status ? 'answered with an error.' : silence} Nothing was ${lost}.`,
        make('button', { textContent: 'Try again', onclick: tryAgain }),
        make('button', { textContent: 'Close', onclick: close }),
        make('small', { textContent: `${host} · ${code}` }),
      );
    },
    remove: () => card.remove(),
  };
};
