import { showTheme } from '#ui/theme/theme.ts';

// Runs as a separate script before the first paint. Applies the theme, and marks Welcome, which has no shell.
showTheme();
if (location.hash.startsWith('#/welcome')) document.documentElement.dataset['alone'] = '';
