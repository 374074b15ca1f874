// Waits for the first paint before other work starts. Hidden pages never paint, so the wait is limited.
const longestMs = 100;

const start = async (): Promise<void> => {
  try {
    const { started } = await import('../main.tsx');
    await started;
  } catch (error) {
    // The script failed to load. Without it, the markup looks like a console but doesn't work; Electron's window
    // recovers from an empty page.
    document.querySelector('[data-first-look]')?.remove();
    throw error;
  }
};
requestAnimationFrame(() => setTimeout(() => void start()));
setTimeout(() => void start(), longestMs);
