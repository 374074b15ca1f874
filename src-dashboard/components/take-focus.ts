/** Use as `ref` of a page's or dialog's first field to focus it. */
export const takeFocus = (field: HTMLInputElement | null): void => field?.focus();
