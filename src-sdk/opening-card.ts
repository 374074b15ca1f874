import type { brand } from '#shared/brand.ts';
import style from './opening-card.css?inline';
import { make, makeSheet } from './make-element.ts';
import type { FerryError } from './public-types.ts';

const service: typeof brand.serviceName = 'Ferry';

/** Shown in the dialog until the modal's page has loaded. */
interface OpeningCard {
  /** Shows a spinner. */
  wait(): void;
  /**
   * Shows the error with Try again and Close. `lost` completes "Nothing was …". `host` and the code help the page's
   * developer.
   */
  fail(error: FerryError, lost: string, host: string, tryAgain: () => void): void;
  remove(): void;
}

/**
 * Needs no request, so Close works whatever the service does. Its shadow root isolates styles, and adopted sheets work
 * under a policy that forbids style elements.
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
      const silence = "didn't respond within 10 s. The connection may be slow or blocked.";
      draw(
        '!',
        "We couldn't open this window",
        `${service} ${status ? 'responded with an error.' : silence} Nothing was ${lost}.`,
        make('button', { textContent: 'Try again', onclick: tryAgain }),
        make('button', { textContent: 'Close', onclick: close }),
        make('small', { textContent: `${host} · ${code}` }),
      );
    },
    remove: () => card.remove(),
  };
};
