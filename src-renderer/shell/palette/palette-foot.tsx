import { Kbd } from '#ui/keys/kbd.tsx';

/** The keys of the palette. */
export const PaletteFoot = ({ command }: { readonly command: string }) => (
  <footer className="palette-foot">
    <span>
      <Kbd>↑</Kbd> <Kbd>↓</Kbd> move
    </span>
    <span>
      <Kbd>Enter</Kbd> open
    </span>
    <span>
      <Kbd>{command}</Kbd> <Kbd>Enter</Kbd> copy id
    </span>
    <span className="palette-hint">Paste a migration id to look it up</span>
  </footer>
);
