interface DeliveriesView {
  /** Cursors of the visited pages. Empty on the newest page. */
  readonly cursors: readonly string[];
  readonly open: string | null;
}

export type DeliveriesEvent =
  | { readonly kind: 'toggled'; readonly id: string }
  | { readonly kind: 'closed' }
  | { readonly kind: 'older'; readonly cursor: string }
  | { readonly kind: 'newer' }
  | { readonly kind: 'newest' };

export const newestPageView: DeliveriesView = { cursors: [], open: null };

export const reduceDeliveries = (view: DeliveriesView, event: DeliveriesEvent): DeliveriesView => {
  switch (event.kind) {
    case 'toggled':
      return { ...view, open: view.open === event.id ? null : event.id };
    case 'closed':
      return { ...view, open: null };
    case 'older':
      // A second click before the page arrives must not skip a page.
      return view.cursors.at(-1) === event.cursor ? view : { cursors: [...view.cursors, event.cursor], open: null };
    case 'newer':
      return { cursors: view.cursors.slice(0, -1), open: null };
    case 'newest':
      return newestPageView;
  }
};
