import { fill, type Slots, text } from './text.ts';

/** The element must exist: the page uses it without a check. */
export const find = <Found extends Element = HTMLElement>(selector: string, within: ParentNode = document): Found =>
  within.querySelector(selector) as Found;

export const copyOf = (name: string, slots?: Slots): DocumentFragment => {
  const copy = find<HTMLTemplateElement>(`#view-${name}`).content.cloneNode(true) as DocumentFragment;
  const walk = document.createTreeWalker(copy, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) walk.currentNode.nodeValue = fill(walk.currentNode.nodeValue ?? '', slots);
  return copy;
};

export const make = <Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  content = '',
  more: Partial<HTMLElementTagNameMap[Tag]> = {},
): HTMLElementTagNameMap[Tag] => Object.assign(document.createElement(tag), { textContent: content }, more);

export const icon = (name: string): SVGElement => {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  const use = document.createElementNS('http://www.w3.org/2000/svg', 'use');
  svg.setAttribute('aria-hidden', 'true');
  use.setAttribute('href', `#${name}`);
  svg.append(use);
  return svg;
};

const view = find('#view');
let currentKey = '';

/** Session reference in the document, so that support can find the session even if nothing else loaded. */
const reference = document.documentElement.dataset['reference'] ?? '';

/** Shows the reference as selectable text, because a frame needs permission to copy to the clipboard. */
export const showReference = (place: HTMLElement): void => {
  const code = find('code', place);
  code.textContent = reference;
  place.hidden = !reference;
  const button = find('button', place);
  button.onclick = () => {
    getSelection()?.selectAllChildren(code);
    if (document.execCommand('copy')) button.lastChild?.replaceWith(text('copied'));
  };
};

/** Content of the card. Rebuilt only if `key` changes, so that polling keeps focus and input. */
export interface View {
  readonly key: string;
  /** Number of the step. If omitted, the card shows no steps and shrinks to its content. */
  readonly step?: 1 | 2 | 3 | 4;
  readonly build: () => DocumentFragment;
  readonly update?: (view: HTMLElement) => void;
}

const showSteps = (step: number): void => {
  const steps = find('#steps');
  steps.hidden = !step;
  steps.setAttribute('aria-label', text('step', { step }));
  [...steps.children].forEach((bar, index) => bar.classList.toggle('past', index < step));
};

/** Shows a view. A new view moves the focus to its heading, so that screen readers read it. */
export const showView = ({ key, step, build, update }: View): void => {
  if (key !== currentKey) {
    currentKey = key;
    view.replaceChildren(build());
    find('#card').classList.toggle('compact', !step);
    showSteps(step ?? 0);
    view.scrollTop = 0;
    find('h1', view).focus({ preventScroll: true });
  }
  update?.(view);
};

export const forgetView = (): void => {
  currentKey = '';
};

/** Sets a live region's message. Skips an unchanged message, which screen readers would repeat. */
const showSentence = (place: HTMLElement, sentence: string): void => {
  if (place.textContent !== sentence) place.textContent = sentence;
};

const again = find<HTMLButtonElement>('#again');

/** Shows a message with the session reference above the view, and announces the message. `retry` adds a button. */
export const notice = (sentence: string, retry?: () => void): void => {
  const place = find('#notice');
  showSentence(find('p', place), sentence);
  find('code', place).textContent = reference;
  again.hidden = !retry;
  again.onclick = retry ?? null;
  place.hidden = !sentence;
};

export const announce = (sentence: string): void => showSentence(find('#said'), sentence);
