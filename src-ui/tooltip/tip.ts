export type TipSide = 'top' | 'bottom' | 'right';

interface TipOptions {
  readonly shortcut?: string | undefined;
  readonly side?: TipSide | undefined;
  readonly whenCut?: boolean;
}

export const tip = (text: string, { shortcut, side, whenCut }: TipOptions = {}) => ({
  'data-tip': text,
  'data-tip-key': shortcut,
  'data-tip-side': side,
  'data-tip-cut': whenCut || undefined,
});

export interface VisibleTip {
  readonly trigger: HTMLElement;
  readonly text: string;
  readonly shortcut: string | undefined;
  readonly side: TipSide;
}
