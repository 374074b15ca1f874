/** Ms that the host runs without a connected page. Longer than a short sleep of the device. */
export const idleLimitMs = 60 * 60_000;

/** Calls `onIdle` when no event stream has been open for `idleLimitMs`. The time starts with this call. */
export function watchIdle(onIdle: () => void) {
  let timer: NodeJS.Timeout | undefined;
  const onStreams = (open: number) => {
    clearTimeout(timer);
    if (open === 0) timer = setTimeout(onIdle, idleLimitMs).unref();
  };
  onStreams(0);
  return onStreams;
}
