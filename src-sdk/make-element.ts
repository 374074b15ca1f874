type Properties<Tag extends keyof HTMLElementTagNameMap> = Partial<Omit<HTMLElementTagNameMap[Tag], 'style'>> & {
  /** The text of the attribute. Set as a property it is no inline style to a strict style-src. */
  readonly style?: string;
};

/** Makes an element with these properties. */
export const make = <Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  properties?: Properties<Tag>,
): HTMLElementTagNameMap[Tag] => Object.assign(document.createElement(tag), properties);

/** Makes a style sheet to be adopted, which a policy that forbids style elements allows. */
export const makeSheet = (text: string): CSSStyleSheet => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  return sheet;
};
