export const takeFocus = (field: HTMLInputElement | null): void => field?.focus();
