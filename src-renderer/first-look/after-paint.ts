// Delays other work until after the first paint. Hidden pages never paint, so the delay has a limit, in ms.
const maxDelayMs = 100;

const start = async (): Promise<void> => {
  try {
    const { started } = await import('../main.tsx');
    await started;
  } catch (error) {
    // Without the script, the markup looks like a console but doesn't work, so this removes the markup. Electron's
    // window recovers from an empty page.
    document.querySelector('[data-first-look]')?.remove();
    throw error;
  }
};
requestAnimationFrame(() => setTimeout(() => void start()));
setTimeout(() => void start(), maxDelayMs);
