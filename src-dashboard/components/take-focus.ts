/** A field that a page or a dialog begins at: given as its `ref`, it takes the focus when it is there. */
export const takeFocus = (field: HTMLInputElement | null): void => field?.focus();
