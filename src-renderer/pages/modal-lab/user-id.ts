const shape = /^([\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}|[^\s@]+@[^\s@]+\.[^\s@]+)$/i;

/** Whether the SDK takes it (specification, "LinkOptions"): a UUID or an email address. */
export const isUserId = (text: string): boolean => shape.test(text.trim());

/** An end user who was never here. */
export const newUserId = (): string => `user-${Math.random().toString(36).slice(2, 8)}@lab.example`;
