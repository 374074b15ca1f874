import type { FerryError, FerryErrorCode } from './public-types.ts';

/** Creates a FerryError. A class would add more bytes than `Object.assign`. */
export const ferryError = (
  code: FerryErrorCode,
  message: string,
  more?: Pick<FerryError, 'status' | 'requestId' | 'cause'>,
): FerryError => Object.assign(new Error(message), { name: 'FerryError' as const, code }, more);

/** Throws a FerryError unless `holds` is truthy. */
export function check(holds: unknown, code: FerryErrorCode, message: string): asserts holds {
  if (!holds) throw ferryError(code, message);
}

/** Runs a function. After an exception, returns `undefined` and calls `report`. */
export const attempt = <Result>(run: () => Result, report?: (error: unknown) => void): Result | undefined => {
  try {
    return run();
  } catch (error) {
    report?.(error);
    return undefined;
  }
};
