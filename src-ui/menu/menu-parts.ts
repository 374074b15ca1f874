import type { LucideIcon } from 'lucide-react';

/** One line of a menu. */
export interface MenuLine {
  readonly id: string;
  readonly label: string;
  readonly icon?: LucideIcon | undefined;
  /** A class that colours the icon. */
  readonly tone?: string | undefined;
  /** At the right end, in small letters: a count. */
  readonly note?: string | undefined;
  /** The keys that do the same. */
  readonly keys?: readonly string[] | undefined;
  /** Ids and codes. */
  readonly mono?: boolean | undefined;
}

interface MenuPartBase {
  /** Stands above the lines; without it the part is named by `ariaName`. */
  readonly head?: string;
  readonly ariaName: string;
  readonly lines: readonly MenuLine[];
}

/** A group of lines: things to do, or things to choose. */
export type MenuPart =
  | (MenuPartBase & { readonly kind: 'actions'; readonly onAction: (id: string) => void })
  | (MenuPartBase & {
      readonly kind: 'one' | 'many';
      readonly chosen: readonly string[];
      readonly onChoose: (ids: readonly string[]) => void;
    });
