import type { brand } from '#shared/brand.ts';
import type { FerryEvent } from './public-types.ts';

/** Only the type crosses: the object would add every brand word to the script. */
const eventSource: typeof brand.eventSource = 'ferry_modal';

/** Whether `data` has the shape of an event (specification, "Events" 1); its type may be one that is not known yet. */
export const isFerryEvent = (data: FerryEvent | undefined): data is FerryEvent =>
  data?.source === eventSource && typeof data.event?.type === 'string';

/** Puts the frame of the modal page into its dialog. */
export const fillDialog = (dialog: HTMLDialogElement, url: string, name: string): HTMLIFrameElement => {
  const frame = document.createElement('iframe');
  dialog.ariaLabel = frame.title = 'Move your data';
  // Set through the CSSOM, which a strict style-src allows. A colour scheme of its own would make the frame opaque.
  frame.style.cssText = 'border:0;width:100%;height:100%;color-scheme:normal';
  frame.name = name;
  frame.src = url;
  dialog.append(frame);
  return frame;
};

/**
 * Shows the dialog, over the whole page when it stands in `body`, else inside its element; returns what gives the page its
 * scrolling back. A `<dialog>` does what an overlay owes to a keyboard and a screen reader: the page behind is inert,
 * focus goes in and comes back.
 */
export const showDialog = (dialog: HTMLDialogElement): (() => void) | undefined => {
  dialog.style.cssText = 'all:unset;inset:0';
  if (dialog.parentNode === document.body) {
    dialog.style.position = 'fixed';
    dialog.showModal();
    // A sheet of its own leaves the inline styles of the page alone, whatever the page does to them meanwhile.
    const sheets = document.adoptedStyleSheets;
    const sheet = new CSSStyleSheet();
    const place = { left: scrollX, top: scrollY, behavior: 'instant' } as const;
    sheet.replaceSync('html{overflow:hidden!important}');
    sheets.push(sheet);
    return () => {
      sheets.splice(sheets.indexOf(sheet), 1);
      scrollTo(place);
    };
  }
  dialog.show();
  return undefined;
};
