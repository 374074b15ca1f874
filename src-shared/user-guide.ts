export type GuideText =
  | string
  | { readonly kind: 'code' | 'strong'; readonly text: string }
  | { readonly kind: 'link'; readonly text: string; readonly to: string };

/** One block of the user guide. An image's `src` is relative to the guide; in the built page it is a URL. */
export type GuideBlock =
  | { readonly kind: 'heading'; readonly level: number; readonly text: string; readonly id: string }
  | { readonly kind: 'paragraph'; readonly text: readonly GuideText[] }
  | { readonly kind: 'picture'; readonly src: string; readonly alt: string }
  | { readonly kind: 'list'; readonly ordered: boolean; readonly items: readonly (readonly GuideText[])[] }
  | {
      readonly kind: 'table';
      readonly head: readonly (readonly GuideText[])[];
      readonly rows: readonly (readonly (readonly GuideText[])[])[];
    };
