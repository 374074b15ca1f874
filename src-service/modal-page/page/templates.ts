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
