/** A string or an element of the user guide. An image's `src` is relative to the guide; in the built page it is a URL. */
export type GuideNode = string | GuideElement;

export type GuideElement = readonly [
  tag: string,
  props: Readonly<Record<string, string | number>>,
  ...children: GuideNode[],
];
