export type TipSide = 'top' | 'bottom' | 'right';

interface TipOptions {
  readonly shortcut?: string | undefined;
  readonly side?: TipSide | undefined;
  readonly whenCut?: boolean;
}

interface TipAttributes {
  readonly 'data-tip': string;
  readonly 'data-tip-key': string | undefined;
  readonly 'data-tip-side': TipSide | undefined;
  readonly 'data-tip-cut': true | undefined;
}

export const tip = (text: string, { shortcut, side, whenCut }: TipOptions = {}): TipAttributes => ({
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
