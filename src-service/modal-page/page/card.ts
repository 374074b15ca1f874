/** The element of the page that a selector names; the page is written so that it is there. */
export const find = <Found extends Element = HTMLElement>(selector: string, within: ParentNode = document): Found => {
  const found = within.querySelector<Found>(selector);
  if (found === null) throw new Error(`The modal page has no ${selector}`);
  return found;
};

/** A copy of the template of a view or of a part of one, with its slots filled. */
export const copyOf = (name: string, slots: Readonly<Record<string, string>> = {}): DocumentFragment => {
  const copy = find<HTMLTemplateElement>(`#view-${name}`).content.cloneNode(true) as DocumentFragment;
  for (const [slot, text] of Object.entries(slots)) find(`[data-slot=${slot}]`, copy).textContent = text;
  return copy;
};

/** A new element with its text. */
export const make = <Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  text = '',
  more: Partial<HTMLElementTagNameMap[Tag]> = {},
): HTMLElementTagNameMap[Tag] => Object.assign(document.createElement(tag), { textContent: text }, more);

/** An icon of the sprite. */
export const icon = (name: string): SVGElement => {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  const use = document.createElementNS('http://www.w3.org/2000/svg', 'use');
  svg.setAttribute('aria-hidden', 'true');
  use.setAttribute('href', `#${name}`);
  svg.append(use);
  return svg;
};

const view = find('#view');
let shown = '';

/** What the card shows: under one `key` it is built once, so that a poll takes no focus and no typed text away. */
export interface View {
  readonly key: string;
  /** Of the three steps; without it no steps are shown and the card is only as high as it needs. */
  readonly step?: 1 | 2 | 3;
  readonly build: () => DocumentFragment;
  /** Runs at every change of the state. */
  readonly update?: (view: HTMLElement) => void;
}

const showSteps = (step: number): void => {
  const steps = find('#steps');
  steps.hidden = step === 0;
  steps.setAttribute('aria-label', `Step ${step} of 3`);
  [...steps.children].forEach((bar, index) => bar.classList.toggle('past', index < step));
};

/** Shows a view; a new one takes the focus to its heading, so that it is read out. */
export const showView = ({ key, step, build, update }: View): void => {
  if (key !== shown) {
    shown = key;
    view.replaceChildren(build());
    find('#card').classList.toggle('compact', step === undefined);
    showSteps(step ?? 0);
    view.scrollTop = 0;
    find('h1', view).focus({ preventScroll: true });
  }
  update?.(view);
};

/** Builds the shown view anew the next time, for what the person has undone. */
export const forgetView = (): void => {
  shown = '';
};

/** A sentence above the view, read out at once; an empty one takes it away. */
export const notice = (text: string): void => {
  const place = find('#notice');
  if (place.textContent !== text) place.textContent = text;
  place.hidden = text === '';
};

/** Read out, and not seen. */
export const say = (text: string): void => {
  const place = find('#said');
  if (place.textContent !== text) place.textContent = text;
};
