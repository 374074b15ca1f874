import type { ComponentProps } from 'react';
import { Button } from '#ui/controls/controls.tsx';
import { tip } from '#ui/tooltip/tip.ts';

export const KeyButton = ({ shortcut, ...button }: ComponentProps<typeof Button> & { readonly shortcut: string }) => (
  <span {...(button.disabledBecause ? undefined : tip(button.children, { shortcut }))}>
    <Button {...button} />
  </span>
);
