// What has been loaded is painted before anything else is done; a page that is not looked at paints nothing.
const longestMs = 100;

const begin = (): void => void import('../main.tsx');
requestAnimationFrame(() => setTimeout(begin));
setTimeout(begin, longestMs);
