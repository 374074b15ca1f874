type Properties<Tag extends keyof HTMLElementTagNameMap> = Partial<Omit<HTMLElementTagNameMap[Tag], 'style'>> & {
  /** Set as a property, because a strict style-src blocks style attributes. */
  readonly style?: string;
};

/** Creates an HTML element with these properties. */
export const make = <Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  properties?: Properties<Tag>,
): HTMLElementTagNameMap[Tag] => Object.assign(document.createElement(tag), properties);

/** Creates a style sheet to adopt, which works even under policies that forbid style elements. */
export const makeSheet = (text: string): CSSStyleSheet => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  return sheet;
};
