import type { brand } from '#shared/brand.ts';
import { make, makeSheet } from './make-element.ts';
import type { FerryEvent } from './public-types.ts';

/** Only the type is imported, because importing `brand` would add all of it to the script. */
const eventSource: typeof brand.eventSource = 'ferry_modal';

/** Whether `data` has the shape of an event (specification, "Events" 1). The event's type may be unknown. */
export const isFerryEvent = (data: FerryEvent | undefined): data is FerryEvent =>
  data?.source === eventSource && typeof data.event?.type === 'string';

/** Adds the modal's frame to the dialog. The frame is hidden until its page has sent a message. */
export const fillDialog = (dialog: HTMLDialogElement, name: string): HTMLIFrameElement => {
  const title = 'Move your data';
  // With any other color scheme, the frame would be opaque.
  const style = 'border:0;width:100%;height:100%;color-scheme:normal;visibility:hidden';
  const frame = make('iframe', { title, name, style });
  dialog.ariaLabel = title;
  dialog.prepend(frame);
  return frame;
};

/** Shows the dialog, modally if it is in `body`. Returns a function that restores scrolling. */
export const showDialog = (dialog: HTMLDialogElement): (() => void) | undefined => {
  const isWhole = dialog.parentNode === document.body;
  const position = isWhole ? 'fixed' : 'relative';
  dialog.style.cssText = `all:unset;display:block;position:${position};inset:0;width:100%;height:100%`;
  if (!isWhole) return void dialog.show();
  dialog.showModal();
  // A separate style sheet, so that the page's inline styles stay unchanged.
  const sheets = document.adoptedStyleSheets;
  const sheet = makeSheet('html{overflow:hidden!important}');
  const scrollPosition = { left: scrollX, top: scrollY, behavior: 'instant' } as const;
  sheets.push(sheet);
  return () => {
    sheets.splice(sheets.indexOf(sheet), 1);
    scrollTo(scrollPosition);
  };
};
