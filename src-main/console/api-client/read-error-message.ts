const longest = 500;
const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim().slice(0, longest);

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/**
 * The message of an error reply as one line: of the flat error body, of the nested one, or of plain text. HTML and an
 * empty body have none (specification, "Errors" 2).
 */
export function readErrorMessage(text: string): string | null {
  const body = text.trim();
  if (body === '' || body.startsWith('<')) return null;
  try {
    const json: unknown = JSON.parse(body);
    if (!isObject(json)) return oneLine(body);
    const nested = isObject(json['error']) ? json['error'] : json;
    return typeof nested['message'] === 'string' ? oneLine(nested['message']) : null;
  } catch {
    return oneLine(body);
  }
}
