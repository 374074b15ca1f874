import type { brand } from '#shared/brand.ts';
import { make, makeSheet } from './make-element.ts';
import type { FerryEvent } from './public-types.ts';

/** Only the type crosses: the object would add every brand word to the script. */
const eventSource: typeof brand.eventSource = 'ferry_modal';

/** Whether `data` has the shape of an event (specification, "Events" 1); its type may be one that is not known yet. */
export const isFerryEvent = (data: FerryEvent | undefined): data is FerryEvent =>
  data?.source === eventSource && typeof data.event?.type === 'string';

/** Puts the frame of the modal page into its dialog, out of sight until the page has told of itself. */
export const fillDialog = (dialog: HTMLDialogElement, name: string): HTMLIFrameElement => {
  const title = 'Move your data';
  // A colour scheme of its own would make the frame opaque.
  const style = 'border:0;width:100%;height:100%;color-scheme:normal;visibility:hidden';
  const frame = make('iframe', { title, name, style });
  dialog.ariaLabel = title;
  dialog.prepend(frame);
  return frame;
};

/**
 * Shows the dialog, over the whole page when it stands in `body`, else inside its element; returns what gives the page its
 * scrolling back. A `<dialog>` does what an overlay owes to a keyboard and a screen reader: the page behind is inert,
 * focus goes in and comes back.
 */
export const showDialog = (dialog: HTMLDialogElement): (() => void) | undefined => {
  const isWhole = dialog.parentNode === document.body;
  const position = isWhole ? 'fixed' : 'relative';
  dialog.style.cssText = `all:unset;display:block;position:${position};inset:0;width:100%;height:100%`;
  if (!isWhole) return void dialog.show();
  dialog.showModal();
  // A sheet of its own leaves the inline styles of the page alone, whatever the page does to them meanwhile.
  const sheets = document.adoptedStyleSheets;
  const sheet = makeSheet('html{overflow:hidden!important}');
  const place = { left: scrollX, top: scrollY, behavior: 'instant' } as const;
  sheets.push(sheet);
  return () => {
    sheets.splice(sheets.indexOf(sheet), 1);
    scrollTo(place);
  };
};
