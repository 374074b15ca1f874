// What has been loaded is painted before anything else is done; a page that is not looked at paints nothing.
const longestMs = 100;

const start = async (): Promise<void> => {
  try {
    const { started } = await import('../main.tsx');
    await started;
  } catch (error) {
    // Without a program it would look like a console, and be none: the window of Electron brings an empty page back.
    document.querySelector('[data-first-look]')?.remove();
    throw error;
  }
};
requestAnimationFrame(() => setTimeout(() => void start()));
setTimeout(() => void start(), longestMs);
