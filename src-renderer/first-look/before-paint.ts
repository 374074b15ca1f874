import { showTheme } from '#ui/theme/theme.ts';

// A separate script that runs before the first paint. Applies the theme, and marks Welcome, which has no shell.
showTheme();
if (location.hash.startsWith('#/welcome')) document.documentElement.dataset['alone'] = '';
