/** Use this as the `ref` of a page's or dialog's first field to focus the field. */
export const takeFocus = (field: HTMLInputElement | null): void => field?.focus();
